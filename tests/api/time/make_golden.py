#!/usr/bin/env python3
"""Writes golden.tsv: what 300 phrases mean, in five zones, at one frozen moment.

An oracle of its own: it never reads a phrase. Each row's meaning is stated beside its text, in
terms of days and wall clocks, and turned into UTC by Python's zoneinfo (which, as RFC 5545 asks,
takes the offset before a gap and the first of two readings). Columns: zone, now, text, from or the
refusal's code, until or '-', and what the note is about ('-', gap, twice, change).
"""
import pathlib
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

NOW = datetime(2026, 11, 21, 1, 45, 3, 250000, tzinfo=timezone.utc)
ZONES = ["Europe/Warsaw", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
         "America/Sao_Paulo"]
PAST, BAD, REVERSED = "in-the-past", "out-of-range", "interval-reversed"
MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
rows = []


def text_of(moment):
    utc = moment.astimezone(timezone.utc)
    return utc.strftime("%Y-%m-%dT%H:%M:%S.") + f"{utc.microsecond // 1000:03d}Z"


class Here:
    """One zone at NOW."""

    def __init__(self, zone, now=NOW):
        self.name, self.zone, self.now = zone, ZoneInfo(zone), now
        self.local = now.astimezone(self.zone)
        self.today = self.local.date()

    def at(self, day, hour=0, minute=0, second=0, fold=0):
        day += timedelta(days=hour // 24)
        wall = datetime(day.year, day.month, day.day, hour % 24, minute, second,
                        tzinfo=self.zone, fold=fold)
        return wall.astimezone(timezone.utc)

    def day(self, ahead):
        return self.today + timedelta(days=ahead)

    def plus_days(self, moment, count):
        wall = moment.astimezone(self.zone).replace(tzinfo=None) + timedelta(days=count)
        return wall.replace(tzinfo=self.zone).astimezone(timezone.utc)

    def today_at(self, hour, minute=0):
        moment = self.at(self.today, hour, minute)
        return PAST if moment < self.now - timedelta(minutes=1) else moment

    def coming(self, weekday, hour=None, minute=0):
        ahead = (weekday - self.today.weekday()) % 7
        if ahead == 0:
            return BAD if hour is None else self.today_at(hour, minute)
        return self.at(self.day(ahead), hour or 0, minute)

    def of_next_week(self, weekday, hour=0, minute=0):
        monday = self.today - timedelta(days=self.today.weekday()) + timedelta(days=7)
        return self.at(monday + timedelta(days=weekday), hour, minute)

    def row(self, text, start, until=None, note="-"):
        if isinstance(start, str):
            start, until = start, None
        begin = start if isinstance(start, str) else text_of(start)
        end = "-" if until is None else text_of(until)
        rows.append("\t".join([self.name, text_of(self.now), text, begin, end, note]))

    def range(self, text, start, length, note="-"):
        self.row(text, start, None if isinstance(start, str) else start + length, note)


def h(count):
    return timedelta(hours=count)


def moments(z):
    z.row("now", z.now)
    z.row("tomorrow", z.at(z.day(1)))
    z.row("tomorrow 9:00", z.at(z.day(1), 9))
    z.row("Tomorrow  9am", z.at(z.day(1), 9))
    z.row("tomorrow at 9:30 pm", z.at(z.day(1), 21, 30))
    z.row("noon tomorrow", z.at(z.day(1), 12))
    z.row("tomorrow midnight", z.at(z.day(2)))
    z.row("yesterday 14:00", z.at(z.day(-1), 14))
    z.row("7:00", z.today_at(7))
    z.row("today 23:15", z.at(z.today, 23, 15))
    z.row("tonight 11", z.at(z.today, 23))
    z.row("Sat 13:30", z.coming(SAT, 13, 30))
    z.row("saturday", z.coming(SAT))
    z.row("Fri 17:00", z.coming(FRI, 17))
    z.row("next Tue 8:00", z.of_next_week(TUE, 8))
    z.row("next Sunday", z.of_next_week(SUN))
    z.row("24 Nov 9:00", z.at(date(2026, 11, 24), 9))
    z.row("Nov 24th, 9:00", z.at(date(2026, 11, 24), 9))
    z.row("24.11. 9:00", z.at(date(2026, 11, 24), 9))
    z.row("3 January", z.at(date(2027, 1, 3)))
    z.row("2027-02-03 04:05:06", z.at(date(2027, 2, 3), 4, 5, 6))
    z.row("in 2h", z.now + h(2))
    z.row("in 1d 2h", z.plus_days(z.now, 1) + h(2))
    z.row("2026-12-01T09:00:00+05:30", datetime(2026, 12, 1, 3, 30, tzinfo=timezone.utc))
    z.row("@1800000000", datetime.fromtimestamp(1800000000, timezone.utc))
    z.row("tomorrow 9:00 UTC", datetime(2026, 11, 22, 9, tzinfo=timezone.utc))
    tokyo = Here("Asia/Tokyo")
    z.row("tomorrow 9:00 Asia/Tokyo", tokyo.at(tokyo.day(1), 9))


def ranges(z):
    z.range("tomorrow 9-17", z.at(z.day(1), 9), h(8))
    z.range("tomorrow 9:00\u201317:00", z.at(z.day(1), 9), h(8))
    z.range("tomorrow 2-4pm", z.at(z.day(1), 14), h(2))
    z.range("tomorrow 9-5pm", z.at(z.day(1), 9), h(8))
    z.range("tomorrow from 22 to 6", BAD, h(0))
    z.range("from tomorrow 22 to 6", z.at(z.day(1), 22), h(8))
    z.range("next Mon 14:00 - Wed 16:00", z.of_next_week(MON, 14), h(50))
    z.range("now for 4h", z.now, h(4))
    z.range("for 90min", z.now, h(1.5))
    z.range("tomorrow 9:00 for PT8H30M", z.at(z.day(1), 9), h(8.5))
    z.range("tomorrow for 2d", z.at(z.day(1)), h(48))
    z.row("now until midnight", z.now, z.at(z.day(1)))
    z.row("rest of the day", z.now, z.at(z.day(1)))
    z.row("tomorrow 15:00 rest of the day", z.at(z.day(1), 15), z.at(z.day(2)))
    z.row("tomorrow overnight", z.at(z.day(1), 18), z.at(z.day(2), 9))
    z.row("in 30 min until tomorrow 18:00", z.now + h(0.5), z.at(z.day(1), 18))


def refusals(z):
    for text in ["3/4 9:00", "24.11", "9am-5", "tomorrow 25:00", "4h", "30 Feb", "every day 9:00",
                 "tomorrow to Fri", "Wed 24 Nov 9:00", "soon", "20 Nov 9:00"]:
        # In zones where it is still 20 November, that day is today.
        if text == "20 Nov 9:00" and z.today == date(2026, 11, 20):
            z.row(text, z.at(z.today, 9))
        else:
            z.row(text, BAD)
    z.row("tomorrow 9:00 until now", REVERSED)


def clock_changes():
    w = Here("Europe/Warsaw")
    spring, autumn = date(2027, 3, 28), date(2027, 10, 31)
    w.row("28 Mar 2027 2:30", w.at(spring, 2, 30), None, "gap")
    w.row("28 Mar 2027 1:00-9:00", w.at(spring, 1), w.at(spring, 9), "change")
    w.row("28 Mar 2027 2:30-3:00", REVERSED)
    w.row("27 Mar 2027 12:00 for 1d", w.at(spring - timedelta(days=1), 12), w.at(spring, 12),
          "change")
    w.row("27 Mar 2027 12:00 for 24h", w.at(spring - timedelta(days=1), 12), w.at(spring, 13),
          "change")
    w.row("31 Oct 2027 2:30", w.at(autumn, 2, 30), None, "twice")
    w.row("31 Oct 2027 2:30 CET", w.at(autumn, 2, 30, fold=1))
    w.row("31 Oct 2027 2:30 CEST", w.at(autumn, 2, 30))
    w.row("31 Oct 2027 2:30 CEST - 2:15 CET", w.at(autumn, 2, 30), w.at(autumn, 2, 15, fold=1),
          "change")
    w.row("31 Oct 2027 2:30-2:45 CET", w.at(autumn, 2, 30, fold=1), w.at(autumn, 2, 45, fold=1))
    w.row("tomorrow 9:00 CEST", BAD)
    n = Here("America/New_York")
    spring, autumn = date(2027, 3, 14), date(2027, 11, 7)
    n.row("14 Mar 2027 2:30am", n.at(spring, 2, 30), None, "gap")
    n.row("7 Nov 2027 1:30am", n.at(autumn, 1, 30), None, "twice")
    n.row("7 Nov 2027 1:30 EST", n.at(autumn, 1, 30, fold=1))
    n.row("6 Nov 2027 overnight", n.at(autumn - timedelta(days=1), 18), n.at(autumn, 9), "change")
    n.row("tomorrow 9:00 EST", n.at(n.day(1), 9))
    lord_howe = Here("Australia/Lord_Howe")  # half an hour back in April, forward in October
    spring, autumn = date(2027, 10, 3), date(2027, 4, 4)
    lord_howe.row("3 Oct 2027 2:15", lord_howe.at(spring, 2, 15), None, "gap")
    lord_howe.row("4 Apr 2027 1:45", lord_howe.at(autumn, 1, 45), None, "twice")
    lord_howe.row("4 Apr 2027 1:45 +1030", lord_howe.at(autumn, 1, 45, fold=1))
    lord_howe.row("4 Apr 2027 1:00-3:00", lord_howe.at(autumn, 1), lord_howe.at(autumn, 3),
                  "change")
    k = Here("Asia/Kathmandu")
    k.row("tomorrow 9:00 +0545", k.at(k.day(1), 9))
    k.row("tomorrow 9:00-17:00 +0545", k.at(k.day(1), 9), k.at(k.day(1), 17))
    s = Here("America/Sao_Paulo")
    s.row("tomorrow 9:00 -03", s.at(s.day(1), 9))
    s.row("tomorrow 9 -17", s.at(s.day(1), 9), s.at(s.day(1), 17))
    s.row("tomorrow 9:00-17:00 -03", s.at(s.day(1), 9), s.at(s.day(1), 17))


for name in ZONES:
    here = Here(name)
    moments(here)
    ranges(here)
    refusals(here)
clock_changes()
head = "# zone\tnow\ttext\tfrom or refusal\tuntil\tnote   (written by make_golden.py)"
pathlib.Path(__file__).with_name("golden.tsv").write_text("\n".join([head, *rows]) + "\n")
print(len(rows), "rows")
