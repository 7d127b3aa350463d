#!/usr/bin/env python3
"""Computes how far grants cover a time, independently of the server's code. Prints coverage.txt, the table
that coverage_golden_test.cpp compares with the server.

It has no rule for clock changes. It reads the wall clock of a zone each minute, records the minutes of
each displayed time, and marks each minute of each window. Then it follows the requested time until no
grant covers the next piece. Standard library only; the tz database is Python's.

After a change of CASES: coverage.py > coverage.txt, and review the changed rows. The times are in the
past, so that no new edition of the tz database moves them.
"""
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ABOUT = """\
# How far grants, chained together, cover a time. Made by coverage.py; read by
# coverage_golden_test.cpp.
#
#   NAME | FROM .. UNTIL | COVERED WHOSE | GRANT ; GRANT
# FROM .. UNTIL is asked for, in UTC. From there on everything is covered until COVERED, FROM itself
# if nothing is. WHOSE end that is: '-' if nobody's; where several cover the last piece, any of them.
# A GRANT is NAME=ZONE, then DAYS FROM-UNTIL on the clock of the zone as often as it has windows, or
# NAME=always if it has none; then what it has of 'from MOMENT' and 'until MOMENT'. '-': no grant.
"""

# NAME | FROM .. UNTIL | GRANT ; GRANT
CASES = """
# An ordinary week of Warsaw, two hours ahead: 2025-06-02 is a Monday.
starts as the window opens | 2025-06-02T06:00:00Z .. 2025-06-02T10:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
starts 1 ms before it opens | 2025-06-02T05:59:59.999Z .. 2025-06-02T10:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
ends as the window closes | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
ends 1 ms after it closes | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00.001Z | days=Europe/Warsaw mon-fri 08:00-16:00
ends 1 ms before it closes | 2025-06-02T06:00:00Z .. 2025-06-02T13:59:59.999Z | days=Europe/Warsaw mon-fri 08:00-16:00
starts as the window closes | 2025-06-02T14:00:00Z .. 2025-06-02T15:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
starts in its last ms | 2025-06-02T13:59:59.999Z .. 2025-06-02T15:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
1 ms inside it | 2025-06-02T09:00:00Z .. 2025-06-02T09:00:00.001Z | days=Europe/Warsaw mon-fri 08:00-16:00
on a day that is not listed | 2025-06-08T08:00:00Z .. 2025-06-08T09:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
from one day into the next | 2025-06-02T08:00:00Z .. 2025-06-03T08:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00
on every other day | 2025-06-04T10:00:00Z .. 2025-06-06T10:00:00Z | days=Europe/Warsaw mon,wed,fri 00:00-24:00
between every other day | 2025-06-03T10:00:00Z .. 2025-06-04T10:00:00Z | days=Europe/Warsaw mon,wed,fri 00:00-24:00
one minute a week | 2025-06-02T10:00:00Z .. 2025-06-02T10:02:00Z | noon=Europe/Warsaw mon 12:00-12:01
all of a week but a minute of each day | 2025-06-02T10:00:00Z .. 2025-06-04T10:00:00Z | days=Europe/Warsaw mon-sun 12:00-11:59
00:00-23:59 is short of the day's end | 2025-06-01T22:00:00Z .. 2025-06-03T22:00:00Z | days=Europe/Warsaw mon-sun 00:00-23:59
in a zone of half hours | 2025-06-02T02:30:00Z .. 2025-06-02T13:00:00Z | days=Asia/Kolkata mon 08:00-18:00
in a zone of quarters | 2025-06-02T02:15:00Z .. 2025-06-02T13:00:00Z | days=Asia/Kathmandu mon 08:00-18:00
in UTC | 2025-06-02T08:00:00Z .. 2025-06-02T19:00:00Z | days=UTC mon 08:00-18:00
Monday there is Sunday in UTC | 2025-06-01T10:00:00Z .. 2025-06-02T11:00:00Z | days=Pacific/Kiritimati mon 00:00-24:00
Sunday there is Monday in UTC | 2025-06-02T03:00:00Z .. 2025-06-02T13:00:00Z | days=Pacific/Pago_Pago sun 00:00-24:00

# Over midnight: a window belongs to the day it starts.
a whole night | 2025-06-02T20:00:00Z .. 2025-06-03T04:00:00Z | nights=Europe/Warsaw mon-fri 22:00-06:00
the last night reaches into Saturday | 2025-06-06T20:00:00Z .. 2025-06-07T05:00:00Z | nights=Europe/Warsaw mon-fri 22:00-06:00
no night leads into Monday | 2025-06-01T22:00:00Z .. 2025-06-02T04:00:00Z | nights=Europe/Warsaw mon-fri 22:00-06:00
from Sunday into Monday | 2025-06-01T20:00:00Z .. 2025-06-02T05:00:00Z | nights=Europe/Warsaw sun 22:00-06:00
Monday's small hours are Sunday's | 2025-06-02T01:00:00Z .. 2025-06-02T03:00:00Z | nights=Europe/Warsaw sun 22:00-06:00
Sunday's small hours are Saturday's | 2025-06-01T01:00:00Z .. 2025-06-01T03:00:00Z | nights=Europe/Warsaw sun 22:00-06:00
until 00:00 is the end of the day | 2025-06-02T16:00:00Z .. 2025-06-03T00:00:00Z | eves=Europe/Warsaw mon 18:00-00:00
until 24:00 is the end of the day | 2025-06-02T16:00:00Z .. 2025-06-03T00:00:00Z | eves=Europe/Warsaw mon 18:00-24:00
from 00:00 is the day's start | 2025-06-02T22:00:00Z .. 2025-06-03T05:00:00Z | small=Europe/Warsaw tue 00:00-06:00
1 ms before midnight | 2025-06-02T21:59:59.999Z .. 2025-06-03T04:00:00Z | small=Europe/Warsaw tue 00:00-06:00
a minute over midnight | 2025-06-02T21:59:00Z .. 2025-06-02T22:02:00Z | brief=Europe/Warsaw mon 23:59-00:01
overnight beyond the middle of the day | 2025-06-02T20:00:00Z .. 2025-06-03T20:00:00Z | long=Europe/Warsaw mon 22:00-21:00
over New Year | 2024-12-31T21:00:00Z .. 2025-01-01T06:00:00Z | nights=Europe/Warsaw tue 22:00-06:00
over the 29th of February | 2024-02-28T21:00:00Z .. 2024-03-01T06:00:00Z | nights=Europe/Warsaw wed 22:00-22:00 thu 22:00-06:00

# Twenty-four hours, and weeks without a hole.
from and until the same time | 2025-06-04T07:00:00Z .. 2025-06-05T07:00:00.001Z | duty=Europe/Warsaw wed 09:00-09:00
the same time on the next day | 2025-06-05T07:00:00Z .. 2025-06-05T08:00:00Z | duty=Europe/Warsaw wed 09:00-09:00
00:00-00:00 is that day | 2025-06-03T22:00:00Z .. 2025-06-05T22:00:00Z | duty=Europe/Warsaw wed 00:00-00:00
24 hours over the end of the week | 2025-06-08T10:00:00Z .. 2025-06-09T12:00:00Z | duty=Europe/Warsaw sun 12:00-12:00
each day, for a week | 2025-06-01T22:00:00Z .. 2025-06-08T22:00:00Z | all=Europe/Warsaw mon-sun 00:00-24:00
each day, for eight days | 2025-06-03T09:17:00Z .. 2025-06-11T09:17:00Z | all=Europe/Warsaw mon-sun 00:00-24:00
each noon to noon, for eight days | 2025-06-03T09:17:00Z .. 2025-06-11T09:17:00Z | all=Europe/Warsaw mon-sun 12:00-12:00
each working day, until the weekend | 2025-06-01T22:00:00Z .. 2025-06-09T22:00:00Z | work=Europe/Warsaw mon-fri 00:00-24:00
a weekend, until Monday | 2025-06-07T10:00:00Z .. 2025-06-09T10:00:00Z | rest=Europe/Warsaw sat,sun 00:00-24:00
eight days with one minute short | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | most=Europe/Warsaw mon-sat 00:00-24:00 sun 00:00-23:59
days and nights of one grant | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | both=Europe/Warsaw mon-sun 08:00-20:00 mon-sun 20:00-08:00
days and nights but for Sunday's | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | both=Europe/Warsaw mon-sun 08:00-20:00 mon-sat 20:00-08:00

# Several windows of one grant.
two that overlap | 2025-06-02T06:00:00Z .. 2025-06-02T15:00:00Z | two=Europe/Warsaw mon 08:00-12:00 mon 11:00-16:00
two that overlap, the later one first | 2025-06-02T06:00:00Z .. 2025-06-02T15:00:00Z | two=Europe/Warsaw mon 11:00-16:00 mon 08:00-12:00
two that meet | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | two=Europe/Warsaw mon 08:00-12:00 mon 12:00-16:00
two a minute apart | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | two=Europe/Warsaw mon 08:00-12:00 mon 12:01-16:00
one inside the other | 2025-06-02T08:30:00Z .. 2025-06-02T15:00:00Z | two=Europe/Warsaw mon 10:00-12:00 mon 08:00-16:00
one listed twice | 2025-06-02T06:00:00Z .. 2025-06-02T15:00:00Z | two=Europe/Warsaw mon 08:00-16:00 mon 08:00-16:00
a night and the morning after it | 2025-06-02T18:00:00Z .. 2025-06-03T09:00:00Z | two=Europe/Warsaw mon 20:00-08:00 tue 06:00-10:00
three in a row | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | three=Europe/Warsaw mon 12:00-14:00 mon 08:00-12:00 mon 14:00-15:00
the third spans the gap of two | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | three=Europe/Warsaw mon 08:00-10:00 mon 12:00-16:00 mon 09:00-13:00

# A start and a hard end.
at any time | 2025-06-02T06:00:00Z .. 2025-06-10T06:00:00Z | any=always
from the start asked for on | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | any=always from 2025-06-02T06:00:00Z
from 1 ms later on | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | any=always from 2025-06-02T06:00:00.001Z
until the end asked for | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | any=always until 2025-06-02T08:00:00Z
until 1 ms earlier | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | any=always until 2025-06-02T07:59:59.999Z
until the start asked for | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | any=always until 2025-06-02T06:00:00Z
from the end asked for on | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | any=always from 2025-06-02T08:00:00Z
from and until | 2025-06-02T06:00:00Z .. 2025-06-02T09:00:00Z | any=always from 2025-06-01T00:00:00Z until 2025-06-02T08:30:00Z
over before the window opens | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00 until 2025-06-01T22:00:00Z
a hard end inside a window | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00 until 2025-06-02T11:11:11.111Z
a hard end inside a night | 2025-06-02T20:00:00Z .. 2025-06-03T04:00:00Z | nights=Europe/Warsaw mon-fri 22:00-06:00 until 2025-06-03T00:30:00Z
a hard end as the window opens | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00 until 2025-06-02T06:00:00Z
a hard end after the window closes | 2025-06-02T06:00:00Z .. 2025-06-02T15:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00 until 2025-06-02T14:30:00Z
a start inside a window, asked before | 2025-06-02T06:00:00Z .. 2025-06-02T14:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00 from 2025-06-02T09:00:00Z
a start inside a window, asked then | 2025-06-02T09:00:00Z .. 2025-06-02T14:00:00Z | days=Europe/Warsaw mon-fri 08:00-16:00 from 2025-06-02T09:00:00Z
a start inside Sunday's night | 2025-06-02T02:00:00Z .. 2025-06-02T05:00:00Z | nights=Europe/Warsaw sun 22:00-06:00 from 2025-06-02T02:00:00Z
a hard end inside eight days | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | all=Europe/Warsaw mon-sun 00:00-24:00 until 2025-06-06T00:00:00.001Z

# Chained: of somebody and of their groups.
one ends as the other starts | 2025-06-02T06:00:00Z .. 2025-06-02T10:00:00Z | ann=always until 2025-06-02T08:00:00Z ; lab=always from 2025-06-02T08:00:00Z
1 ms between them | 2025-06-02T06:00:00Z .. 2025-06-02T10:00:00Z | ann=always until 2025-06-02T08:00:00Z ; lab=always from 2025-06-02T08:00:00.001Z
1 s between them | 2025-06-02T06:00:00Z .. 2025-06-02T10:00:00Z | ann=always until 2025-06-02T07:59:59Z ; lab=always from 2025-06-02T08:00:00Z
1 ms in common | 2025-06-02T06:00:00Z .. 2025-06-02T10:00:00Z | ann=always until 2025-06-02T08:00:00.001Z ; lab=always from 2025-06-02T08:00:00Z until 2025-06-02T09:00:00Z
they meet at a ms | 2025-06-02T06:00:00.123Z .. 2025-06-02T10:00:00.456Z | ann=always until 2025-06-02T08:00:00.789Z ; lab=always from 2025-06-02T08:00:00.789Z until 2025-06-02T10:00:00.455Z
1 ms between a window and a start | 2025-06-02T06:00:00Z .. 2025-06-02T16:00:00Z | ann=Europe/Warsaw mon 08:00-16:00 ; lab=always from 2025-06-02T14:00:00.001Z
a window goes on where a hard end was | 2025-06-02T06:00:00Z .. 2025-06-02T16:00:00Z | ann=always until 2025-06-02T09:00:00Z ; lab=Europe/Warsaw mon-fri 08:00-16:00
a hard end of 1 s before the window | 2025-06-02T05:00:00Z .. 2025-06-02T16:00:00Z | ann=always until 2025-06-02T05:59:59Z ; lab=Europe/Warsaw mon-fri 08:00-16:00
my days, the group's nights, eight days | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | ann=Europe/Warsaw mon-sun 08:00-20:00 ; lab=Europe/Warsaw mon-sun 20:00-08:00
my days, the group's nights of the week | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | ann=Europe/Warsaw mon-sun 08:00-20:00 ; lab=Europe/Warsaw mon-fri 20:00-08:00
the week of one, the weekend of another | 2025-06-02T10:00:00Z .. 2025-06-10T10:00:00Z | ann=Europe/Warsaw mon-fri 00:00-24:00 ; lab=Europe/Warsaw sat,sun 00:00-24:00
until 24:00 and from 00:00 | 2025-06-02T16:00:00Z .. 2025-06-03T05:00:00Z | ann=Europe/Warsaw mon 18:00-24:00 ; lab=Europe/Warsaw tue 00:00-06:00
24 hours of one, then of the other | 2025-06-02T07:00:00Z .. 2025-06-05T07:00:00Z | ann=Europe/Warsaw mon 09:00-09:00 ; lab=Europe/Warsaw tue 09:00-09:00
listed the other way round | 2025-06-02T07:00:00Z .. 2025-06-05T07:00:00Z | lab=Europe/Warsaw tue 09:00-09:00 ; ann=Europe/Warsaw mon 09:00-09:00
the shorter one changes nothing | 2025-06-02T06:00:00Z .. 2025-06-02T16:00:00Z | ann=always until 2025-06-02T08:00:00Z ; lab=Europe/Warsaw mon 08:00-16:00 ; ben=Europe/Warsaw mon 09:00-10:00
a chain of three | 2025-06-02T06:00:00Z .. 2025-06-02T20:00:00Z | ann=Europe/Warsaw mon 08:00-12:00 ; lab=Europe/Warsaw mon 12:00-16:00 ; all=Europe/Warsaw mon 16:00-20:00
a chain of three, listed backwards | 2025-06-02T06:00:00Z .. 2025-06-02T20:00:00Z | all=Europe/Warsaw mon 16:00-20:00 ; lab=Europe/Warsaw mon 12:00-16:00 ; ann=Europe/Warsaw mon 08:00-12:00
a chain of three without its middle | 2025-06-02T06:00:00Z .. 2025-06-02T20:00:00Z | ann=Europe/Warsaw mon 08:00-12:00 ; lab=Europe/Warsaw tue 12:00-16:00 ; all=Europe/Warsaw mon 16:00-20:00
three that take turns for a week | 2025-06-02T06:00:00Z .. 2025-06-09T06:00:00Z | ann=Europe/Warsaw mon-sun 06:00-14:00 ; lab=Europe/Warsaw mon-sun 14:00-22:00 ; all=Europe/Warsaw mon-sun 22:00-06:00
three of one end | 2025-06-02T06:00:00Z .. 2025-06-02T20:00:00Z | ann=Europe/Warsaw mon 08:00-16:00 ; lab=UTC mon 05:00-14:00 ; all=always until 2025-06-02T14:00:00Z
two cover all of it | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | ann=Europe/Warsaw mon 08:00-16:00 ; lab=always
Warsaw, then New York | 2025-06-02T06:00:00Z .. 2025-06-02T22:00:00Z | ann=Europe/Warsaw mon-fri 08:00-16:00 ; lab=America/New_York mon-fri 09:00-17:00
with the sun: Tokyo, Warsaw, New York | 2025-06-01T23:00:00Z .. 2025-06-03T10:00:00Z | tok=Asia/Tokyo mon-fri 08:00-17:00 ; war=Europe/Warsaw mon-fri 10:00-16:00 ; new=America/New_York mon-fri 10:00-19:00
with the sun, an hour short | 2025-06-01T23:00:00Z .. 2025-06-03T10:00:00Z | tok=Asia/Tokyo mon-fri 08:00-17:00 ; war=Europe/Warsaw mon-fri 10:00-16:00 ; new=America/New_York mon-fri 10:00-18:00
a zone that nobody knows | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | ann=Mars/Olympus mon-sun 00:00-24:00
an unknown zone within from and until | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | ann=Mars/Olympus mon-sun 00:00-24:00 from 2025-06-01T00:00:00Z until 2025-06-09T00:00:00Z
an unknown zone beside a known one | 2025-06-02T06:00:00Z .. 2025-06-02T16:00:00Z | ann=Mars/Olympus mon-sun 00:00-24:00 ; lab=Europe/Warsaw mon 08:00-16:00
no grant | 2025-06-02T06:00:00Z .. 2025-06-02T08:00:00Z | -

# Warsaw, 2025-03-30: at 01:00Z the clock goes from 02:00 to 03:00.
a night of seven hours | 2025-03-29T21:00:00Z .. 2025-03-30T06:00:00Z | nights=Europe/Warsaw sat 22:00-06:00
a Sunday of 23 hours | 2025-03-29T23:00:00Z .. 2025-03-30T23:00:00Z | sun=Europe/Warsaw sun 00:00-24:00
each day, over the gap | 2025-03-28T09:00:00Z .. 2025-04-05T09:00:00Z | all=Europe/Warsaw mon-sun 00:00-24:00
opens in the gap | 2025-03-30T01:00:00Z .. 2025-03-30T04:00:00Z | gap=Europe/Warsaw sun 02:30-05:00
opens in the gap, asked 1 ms before | 2025-03-30T00:59:59.999Z .. 2025-03-30T04:00:00Z | gap=Europe/Warsaw sun 02:30-05:00
closes in the gap | 2025-03-29T23:30:00Z .. 2025-03-30T02:00:00Z | gap=Europe/Warsaw sun 00:30-02:30
two grants meet in the gap | 2025-03-29T23:00:00Z .. 2025-03-30T05:00:00Z | ann=Europe/Warsaw sun 00:00-02:15 ; lab=Europe/Warsaw sun 02:45-06:00
two windows meet in the gap | 2025-03-29T23:00:00Z .. 2025-03-30T05:00:00Z | ann=Europe/Warsaw sun 02:45-06:00 sun 00:00-02:15
wholly inside the gap | 2025-03-30T01:00:00Z .. 2025-03-30T01:10:00Z | gap=Europe/Warsaw sun 02:10-02:50
wholly inside, an hour before the jump | 2025-03-30T00:10:00Z .. 2025-03-30T00:50:00Z | gap=Europe/Warsaw sun 02:10-02:50
the same window a week later | 2025-04-06T00:10:00Z .. 2025-04-06T01:00:00Z | gap=Europe/Warsaw sun 02:10-02:50
exactly the gap | 2025-03-30T01:00:00Z .. 2025-03-30T02:00:00Z | gap=Europe/Warsaw sun 02:00-03:00
the gap's last minute | 2025-03-30T01:00:00Z .. 2025-03-30T02:00:00Z | gap=Europe/Warsaw sun 02:59-03:00
up to the gap and on from it | 2025-03-30T00:00:00Z .. 2025-03-30T03:00:00Z | ann=Europe/Warsaw sun 01:00-02:00 ; lab=Europe/Warsaw sun 03:00-04:00
a minute on either side of the gap | 2025-03-30T00:59:00Z .. 2025-03-30T03:00:00Z | gap=Europe/Warsaw sun 01:59-03:01
24 hours that end in the gap | 2025-03-29T01:30:00Z .. 2025-03-30T02:00:00Z | duty=Europe/Warsaw sat 02:30-02:30
24 hours that start in the gap | 2025-03-30T01:00:00Z .. 2025-03-31T02:00:00Z | duty=Europe/Warsaw sun 02:30-02:30
the minute that is left open is in the gap | 2025-03-29T01:30:00Z .. 2025-03-31T12:00:00Z | most=Europe/Warsaw mon-sun 02:30-02:29
a hard end as the clock jumps | 2025-03-29T21:00:00Z .. 2025-03-30T04:00:00Z | nights=Europe/Warsaw sat 22:00-06:00 until 2025-03-30T01:00:00Z
a start as the clock jumps | 2025-03-30T01:00:00Z .. 2025-03-30T05:00:00Z | nights=Europe/Warsaw sat 22:00-06:00 from 2025-03-30T01:00:00Z

# Warsaw, 2025-10-26: at 01:00Z the clock goes from 03:00 back to 02:00.
a night of nine hours | 2025-10-25T20:00:00Z .. 2025-10-26T06:00:00Z | nights=Europe/Warsaw sat 22:00-06:00
a Sunday of 25 hours | 2025-10-25T22:00:00Z .. 2025-10-27T22:00:00Z | sun=Europe/Warsaw sun 00:00-24:00
each day, over the repeated hour | 2025-10-20T09:00:00Z .. 2025-10-28T09:00:00Z | all=Europe/Warsaw mon-sun 00:00-24:00
exactly the repeated hour | 2025-10-26T00:00:00Z .. 2025-10-26T03:00:00Z | twice=Europe/Warsaw sun 02:00-03:00
exactly the repeated hour, 1 ms before | 2025-10-25T23:59:59.999Z .. 2025-10-26T03:00:00Z | twice=Europe/Warsaw sun 02:00-03:00
inside the repeated hour | 2025-10-26T00:15:00Z .. 2025-10-26T02:00:00Z | twice=Europe/Warsaw sun 02:15-02:45
inside it, between its two times | 2025-10-26T00:50:00Z .. 2025-10-26T01:10:00Z | twice=Europe/Warsaw sun 02:15-02:45
inside it, 1 ms before its first time | 2025-10-26T00:14:59.999Z .. 2025-10-26T01:10:00Z | twice=Europe/Warsaw sun 02:15-02:45
a minute that is shown twice | 2025-10-26T00:30:00Z .. 2025-10-26T02:00:00Z | twice=Europe/Warsaw sun 02:30-02:31
closes in the repeated hour | 2025-10-25T22:00:00Z .. 2025-10-26T02:00:00Z | twice=Europe/Warsaw sun 00:00-02:30
closes as the repeated hour begins | 2025-10-25T23:00:00Z .. 2025-10-26T02:00:00Z | twice=Europe/Warsaw sun 01:00-02:00
opens in the repeated hour | 2025-10-26T00:30:00Z .. 2025-10-26T05:30:00Z | twice=Europe/Warsaw sun 02:30-06:00
opens as the repeated hour ends | 2025-10-26T02:00:00Z .. 2025-10-26T04:00:00Z | after=Europe/Warsaw sun 03:00-04:00
opens as it ends, asked an hour before | 2025-10-26T01:00:00Z .. 2025-10-26T04:00:00Z | after=Europe/Warsaw sun 03:00-04:00
apart on the clock, not in time | 2025-10-25T22:00:00Z .. 2025-10-26T05:00:00Z | ann=Europe/Warsaw sun 00:00-02:10 ; lab=Europe/Warsaw sun 02:50-06:00
a day of 25 hours from 02:30 to 02:30 | 2025-10-25T00:30:00Z .. 2025-10-26T03:00:00Z | duty=Europe/Warsaw sat 02:30-02:30
and the next one of 25 hours, too | 2025-10-26T00:30:00Z .. 2025-10-27T03:00:00Z | duty=Europe/Warsaw sun 02:30-02:30
the minute left open is shown twice | 2025-10-25T00:30:00Z .. 2025-10-28T00:00:00Z | most=Europe/Warsaw mon-sun 02:30-02:29
a hard end in its first time | 2025-10-26T00:15:00Z .. 2025-10-26T02:00:00Z | twice=Europe/Warsaw sun 02:15-02:45 until 2025-10-26T00:30:00Z
a start in its second time | 2025-10-26T01:20:00Z .. 2025-10-26T02:00:00Z | twice=Europe/Warsaw sun 02:15-02:45 from 2025-10-26T01:20:00Z

# New York: 2025-03-09 at 07:00Z from 02:00 to 03:00; 2025-11-02 at 06:00Z from 02:00 back to 01:00.
a night an hour shorter | 2025-03-09T01:00:00Z .. 2025-03-09T14:00:00Z | nights=America/New_York sat 20:00-08:00
closes in the gap of New York | 2025-03-09T06:30:00Z .. 2025-03-09T08:00:00Z | gap=America/New_York sun 01:30-02:30
opens in the gap of New York | 2025-03-09T07:00:00Z .. 2025-03-09T08:00:00Z | gap=America/New_York sun 02:30-03:30
a night an hour longer | 2025-11-02T00:00:00Z .. 2025-11-02T14:00:00Z | nights=America/New_York sat 20:00-08:00
inside the hour of New York | 2025-11-02T05:15:00Z .. 2025-11-02T07:00:00Z | twice=America/New_York sun 01:15-01:45
closes as the hour of New York begins | 2025-11-02T04:00:00Z .. 2025-11-02T07:00:00Z | small=America/New_York sun 00:00-01:00
all of the hour of New York | 2025-11-02T05:00:00Z .. 2025-11-02T08:00:00Z | twice=America/New_York sun 01:00-02:00
two o'clock comes only once | 2025-11-02T06:00:00Z .. 2025-11-02T08:00:00Z | after=America/New_York sun 02:00-03:00
eight days over New York's hour | 2025-10-28T12:00:00Z .. 2025-11-05T12:00:00Z | all=America/New_York mon-sun 00:00-24:00 until 2025-11-05T11:59:59.999Z
five hours from Warsaw to New York: meet | 2025-03-12T07:00:00Z .. 2025-03-13T00:00:00Z | ann=Europe/Warsaw mon-fri 08:00-16:00 ; lab=America/New_York mon-fri 11:00-19:00
six hours, a week before: an hour apart | 2025-03-05T07:00:00Z .. 2025-03-06T00:00:00Z | ann=Europe/Warsaw mon-fri 08:00-16:00 ; lab=America/New_York mon-fri 11:00-19:00
New York's Saturday into Warsaw's gap | 2025-03-29T22:00:00Z .. 2025-03-30T06:00:00Z | ann=Europe/Warsaw sun 02:30-06:00 ; lab=America/New_York sat 18:00-21:00

# Lord Howe, by half an hour: 2025-10-04T15:30Z from 02:00 to 02:30; 2025-04-05T15:00Z back to 01:30.
opens in half an hour's gap | 2025-10-04T15:30:00Z .. 2025-10-04T18:00:00Z | gap=Australia/Lord_Howe sun 02:15-04:00
closes in half an hour's gap | 2025-10-04T14:30:00Z .. 2025-10-04T16:00:00Z | gap=Australia/Lord_Howe sun 01:00-02:15
wholly inside half an hour's gap | 2025-10-04T15:30:00Z .. 2025-10-04T16:00:00Z | gap=Australia/Lord_Howe sun 02:05-02:25
half past two exists | 2025-10-04T15:30:00Z .. 2025-10-04T16:00:00Z | gap=Australia/Lord_Howe sun 02:30-02:45
a night of seven and a half hours | 2025-10-04T11:30:00Z .. 2025-10-04T20:00:00Z | nights=Australia/Lord_Howe sat 22:00-06:00
exactly the repeated half hour | 2025-04-05T14:30:00Z .. 2025-04-05T16:00:00Z | twice=Australia/Lord_Howe sun 01:30-02:00
inside the repeated half hour | 2025-04-05T14:40:00Z .. 2025-04-05T16:00:00Z | twice=Australia/Lord_Howe sun 01:40-01:50
closes as the half hour begins | 2025-04-05T13:00:00Z .. 2025-04-05T16:00:00Z | small=Australia/Lord_Howe sun 00:00-01:30
a night of eight and a half hours | 2025-04-05T11:00:00Z .. 2025-04-05T20:00:00Z | nights=Australia/Lord_Howe sat 22:00-06:00

# Havana, at midnight: 2025-03-09T05:00Z from 00:00 to 01:00; 2025-11-02T05:00Z from 01:00 back to 00:00.
24:00 and 00:00 are in the gap | 2025-03-08T23:00:00Z .. 2025-03-09T11:00:00Z | ann=America/Havana sat 18:00-24:00 ; lab=America/Havana sun 00:00-06:00
opens in Sunday's first hour, not there | 2025-03-09T05:00:00Z .. 2025-03-09T07:00:00Z | gap=America/Havana sun 00:30-02:00
closes in Sunday's first hour, not there | 2025-03-09T01:00:00Z .. 2025-03-09T07:00:00Z | gap=America/Havana sat 20:00-00:30
a Saturday until a midnight not there | 2025-03-08T05:00:00Z .. 2025-03-09T07:00:00Z | sat=America/Havana sat 00:00-24:00
a Sunday from a midnight not there | 2025-03-09T05:00:00Z .. 2025-03-10T07:00:00Z | sun=America/Havana sun 00:00-24:00
Sunday's first hour is empty | 2025-03-09T05:00:00Z .. 2025-03-09T06:00:00Z | gap=America/Havana sun 00:00-01:00
until a midnight that comes twice | 2025-11-01T22:00:00Z .. 2025-11-02T06:00:00Z | eves=America/Havana sat 18:00-24:00
until 00:00 that comes twice | 2025-11-01T22:00:00Z .. 2025-11-02T06:00:00Z | eves=America/Havana sat 18:00-00:00
from a midnight that comes twice | 2025-11-02T04:00:00Z .. 2025-11-02T12:00:00Z | small=America/Havana sun 00:00-06:00
inside an hour after midnight, twice | 2025-11-02T04:15:00Z .. 2025-11-02T06:00:00Z | twice=America/Havana sun 00:15-00:45
two minutes that become an hour | 2025-11-02T03:59:00Z .. 2025-11-02T06:00:00Z | brief=America/Havana sat 23:59-00:01
two days of 25 hours overlap | 2025-11-01T04:00:00Z .. 2025-11-03T06:00:00Z | ann=America/Havana sat 00:00-24:00 ; lab=America/Havana sun 00:00-24:00

# Beirut, at midnight: 2025-03-29T22:00Z from 00:00 to 01:00; 2025-10-25T21:00Z from 24:00 back to 23:00.
a night over a midnight not there | 2025-03-29T20:00:00Z .. 2025-03-30T04:00:00Z | nights=Asia/Beirut sat 22:00-06:00
closes half an hour into the gap | 2025-03-29T21:30:00Z .. 2025-03-29T23:00:00Z | gap=Asia/Beirut sat 23:30-00:30
opens half an hour into the gap | 2025-03-29T22:00:00Z .. 2025-03-30T01:00:00Z | gap=Asia/Beirut sun 00:30-03:00
Saturday's last hour, twice | 2025-10-25T20:00:00Z .. 2025-10-25T23:00:00Z | last=Asia/Beirut sat 23:00-24:00
inside Saturday's last hour | 2025-10-25T20:15:00Z .. 2025-10-25T23:00:00Z | last=Asia/Beirut sat 23:15-23:45
closes as Saturday's last hour begins | 2025-10-25T19:00:00Z .. 2025-10-25T23:00:00Z | eve=Asia/Beirut sat 22:00-23:00
Sunday begins once | 2025-10-25T22:00:00Z .. 2025-10-26T05:00:00Z | small=Asia/Beirut sun 00:00-06:00
Sunday begins once, asked an hour before | 2025-10-25T21:00:00Z .. 2025-10-26T05:00:00Z | small=Asia/Beirut sun 00:00-06:00
the day before's 24 hours become 25 | 2025-10-24T20:30:00Z .. 2025-10-25T23:00:00Z | duty=Asia/Beirut fri 23:30-23:30

# Cairo, Thursday's midnight: 2025-04-24T22:00Z from 00:00 to 01:00; 2025-10-30T21:00Z from 24:00 to 23:00.
Thursday's night is an hour shorter | 2025-04-24T18:00:00Z .. 2025-04-25T03:00:00Z | nights=Africa/Cairo thu 20:00-04:00
Friday has 23 hours | 2025-04-24T22:00:00Z .. 2025-04-25T22:00:00Z | fri=Africa/Cairo fri 00:00-24:00
they meet in Friday's first hour | 2025-04-24T20:00:00Z .. 2025-04-25T03:00:00Z | ann=Africa/Cairo thu 22:00-00:30 ; lab=Africa/Cairo fri 00:30-06:00
half of Thursday's last hour, twice | 2025-10-30T20:00:00Z .. 2025-10-30T22:00:00Z | last=Africa/Cairo thu 23:00-23:30
Thursday's afternoon has 13 hours | 2025-10-30T09:00:00Z .. 2025-10-31T00:00:00Z | half=Africa/Cairo thu 12:00-24:00

# Apia without Friday, 2011-12-30: at 10:00Z from Thursday 24:00 to Saturday 00:00. 2012-03-31T14:00Z back.
Friday is not there | 2011-12-30T10:00:00Z .. 2011-12-31T10:00:00Z | fri=Pacific/Apia fri 00:00-24:00
Friday's work is not there | 2011-12-30T10:00:00Z .. 2011-12-31T10:00:00Z | fri=Pacific/Apia fri 08:00-16:00
Thursday and Saturday meet | 2011-12-29T10:00:00Z .. 2011-12-31T12:00:00Z | ann=Pacific/Apia thu 00:00-24:00 ; lab=Pacific/Apia sat 00:00-24:00
Thursday's night ends as Friday is skipped | 2011-12-30T08:00:00Z .. 2011-12-30T12:00:00Z | nights=Pacific/Apia thu 22:00-06:00
Friday's night begins with Saturday | 2011-12-30T10:00:00Z .. 2011-12-30T20:00:00Z | nights=Pacific/Apia fri 22:00-06:00
24 hours from Friday's noon are twelve | 2011-12-30T10:00:00Z .. 2011-12-31T10:00:00Z | duty=Pacific/Apia fri 12:00-12:00
each day, for a week of six | 2011-12-26T10:00:00Z .. 2012-01-03T10:00:00Z | all=Pacific/Apia mon-sun 00:00-24:00
inside the hour of Apia | 2012-03-31T13:15:00Z .. 2012-03-31T15:00:00Z | twice=Pacific/Apia sun 03:15-03:45

# Others: by two hours (Troll), back for Ramadan (Casablanca), by half an hour at midnight (Pyongyang).
inside a gap of two hours | 2025-03-30T01:00:00Z .. 2025-03-30T02:00:00Z | gap=Antarctica/Troll sun 01:30-02:30
opens in a gap of two hours | 2025-03-30T01:00:00Z .. 2025-03-30T03:00:00Z | gap=Antarctica/Troll sun 01:15-04:00
inside two repeated hours | 2025-10-25T23:30:00Z .. 2025-10-26T03:00:00Z | twice=Antarctica/Troll sun 01:30-02:30
back before Ramadan | 2025-02-23T01:30:00Z .. 2025-02-23T04:00:00Z | twice=Africa/Casablanca sun 02:30-02:45
forward after Ramadan | 2025-04-06T01:00:00Z .. 2025-04-06T04:00:00Z | gap=Africa/Casablanca sun 01:00-02:30 sun 02:40-04:00
a Friday without its last half hour | 2018-05-04T11:30:00Z .. 2018-05-04T17:00:00Z | ann=Asia/Pyongyang fri 20:00-23:45 ; lab=Asia/Pyongyang fri 23:50-01:00
a Friday with its last half hour twice | 2015-08-14T14:40:00Z .. 2015-08-14T16:00:00Z | twice=Asia/Pyongyang fri 23:40-23:50
until the end of a longer Friday | 2015-08-14T11:00:00Z .. 2015-08-14T16:00:00Z | eves=Asia/Pyongyang fri 20:00-24:00
"""

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def text_of(at):
    text = at.strftime("%Y-%m-%dT%H:%M:%S")
    return text + (f".{at.microsecond // 1000:03}Z" if at.microsecond else "Z")


@lru_cache(maxsize=None)
def shown_on(zone, day):
    """The displayed time at each minute of a UTC day."""
    return [(day + n * MINUTE).astimezone(ZoneInfo(zone)).replace(tzinfo=None) for n in range(1440)]


class Clock:
    """A wall clock, read each minute of some days."""

    def __init__(self, zone, first_day, days):
        self.at = defaultdict(list)     # displayed time -> moments
        self.jumps = []                 # forward jumps: moment, last time displayed before, first after
        before = None
        for day in (first_day + n * DAY for n in range(days)):
            for n, shown in enumerate(shown_on(zone, day)):
                self.at[shown].append(day + n * MINUTE)
                if before is not None and shown > before + MINUTE:
                    self.jumps.append((day + n * MINUTE, before, shown))
                before = shown

    def first(self, shown):
        return self.at[shown][0] if shown in self.at else self.jump_over(shown)

    def last(self, shown):
        return self.at[shown][-1] if shown in self.at else self.jump_over(shown)

    def jump_over(self, shown):
        return next(at for at, before, after in self.jumps if before < shown < after)


def time_of_day(text):
    hour, minute = text.split(":")
    return timedelta(hours=int(hour), minutes=int(minute))


def days_of(text):
    days = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        days |= set(range(DAYS.index(first), DAYS.index(last or first) + 1))
    return days


class Grant:
    def __init__(self, text, start, end):
        (self.name, _, zone), *words = text.split()[0].partition("="), *text.split()[1:]
        self.always = zone == "always"
        self.start, self.end, self.open_at = None, None, set()
        for key, value in zip(words[::2], words[1::2]):
            if key == "from":
                self.start = moment(value)
            elif key == "until":
                self.end = moment(value)
            else:
                self.mark(zone, days_of(key), *map(time_of_day, value.split("-")), start, end)

    def mark(self, zone, days, opens, closes, start, end):
        """Records each minute at which a window is open, around the requested time."""
        first_day = start.replace(hour=0, minute=0, second=0, microsecond=0) - 5 * DAY
        try:
            clock = Clock(zone, first_day, (end - first_day).days + 6)
        except ZoneInfoNotFoundError:
            return
        if closes <= opens:
            closes += DAY
        date = first_day.replace(tzinfo=None) + 2 * DAY
        while date < end.replace(tzinfo=None) + 2 * DAY:
            if date.weekday() in days:
                at, until = clock.first(date + opens), clock.last(date + closes)
                while at < until:
                    self.open_at.add(at)
                    at += MINUTE
            date += DAY

    def covers(self, at):
        return ((self.start is None or self.start <= at) and (self.end is None or at < self.end) and
                (self.always or at.replace(second=0, microsecond=0) in self.open_at))


def coverage(start, end, grants):
    """The end of the covered time, and the names of the grants that cover its last piece."""
    cuts = {start, end, *(g.start for g in grants if g.start), *(g.end for g in grants if g.end)}
    minute = start.replace(second=0, microsecond=0)
    while minute < end:
        cuts.add(minute)
        minute += MINUTE
    pieces = sorted(cut for cut in cuts if start <= cut <= end)
    last = []
    for at in pieces[:-1]:
        now = [grant.name for grant in grants if grant.covers(at)]
        if not now:
            return at, last
        last = now
    return end, last


def row(case):
    name, asked, grants = case.split(" | ")
    start, end = map(moment, asked.split(" .. "))
    of = [Grant(text, start, end) for text in grants.split(" ; ")] if grants != "-" else []
    assert start < end and len({grant.name for grant in of}) == len(of), name
    until, whose = coverage(start, end, of)
    answer = f"{text_of(until)} {', '.join(whose) or '-'}"
    return f"{name:<42} | {asked:<44} | {answer:<28} | {grants}"


if __name__ == "__main__":
    print(ABOUT)
    for line in CASES.strip().splitlines():
        print(line if not line or line.startswith("#") else row(line))
