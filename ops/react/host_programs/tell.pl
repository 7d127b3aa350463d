# Writes a message to the terminals of one user of this host: `tell` of Dibs, for hosts without
# Python 3. The same as tell.py beside it, which documents the steps and reasons. Needs only
# perl-base. Input, answer and texts are the same.
use strict;
use warnings;
use Errno qw(EACCES EPERM EAGAIN EINTR);
use Fcntl qw(O_WRONLY O_NOCTTY O_NONBLOCK O_NOFOLLOW S_ISCHR);
use POSIX ();

my $SENTINEL       = '#dibs-answer 1';
my $MOST_INPUT     = 16384;
my $MOST_BYTES     = 500;
my $MOST_TERMINALS = 64;
my $DEADLINE_S     = 5;
my $IUTF8          = 0x4000;

sub end_with { my ($outcome, $detail, $counts) = @_;
    die {outcome => $outcome, detail => $detail, counts => $counts} }
sub refuse { end_with('refused', shift) }

# read_text LINE: the text at pos(LINE), as characters.
sub read_text {
    $_[0] =~ /\G"((?:[^"\\\x00-\x1f]|\\["\\\/])*)"\s*/gc or refuse('the input is not JSON');
    (my $text = $1) =~ s/\\(.)/$1/g;
    return $text;
}

sub read_request {
    my $line = <STDIN>;
    refuse("the input is not one line of at most $MOST_INPUT bytes")
        unless defined $line && $line =~ /\n\z/ && length($line) <= $MOST_INPUT;
    utf8::decode($line) or refuse('the input is not JSON');
    my (%ask, @lines);
    $line =~ /\G\s*\{\s*/gc or refuse('the input is not JSON');
    do {
        my $name = read_text($line);
        $line =~ /\G:\s*/gc or refuse('the input is not JSON');
        refuse('a member is given twice') if exists $ask{$name};
        if ($name eq 'user') { $ask{user} = read_text($line) }
        elsif ($name eq 'lines') {
            $line =~ /\G\[\s*/gc or refuse('lines: not 1 to 20 texts');
            do { push @lines, read_text($line) } while $line =~ /\G,\s*/gc;
            $line =~ /\G\]\s*/gc or refuse('the input is not JSON');
            $ask{lines} = \@lines;
        }
        else { refuse('the input has other members than user and lines') }
    } while ($line =~ /\G,\s*/gc);
    $line =~ /\G\}\s*\z/gc or refuse('the input is not JSON');
    refuse('the input has other members than user and lines') unless keys %ask == 2;
    refuse('user: out of its form')
        unless $ask{user} =~ /\A[A-Za-z0-9_][A-Za-z0-9_.@\\+ -]{0,127}\$?\z/;
    refuse('lines: not 1 to 20 texts') unless @lines <= 20;
    return \%ask;
}

# message LINES UTF8: the bytes. On a terminal without UTF-8, the bytes of a letter could be control
# characters.
sub message {
    my ($lines, $utf8) = @_;
    my $text = '';
    for (@$lines) {
        my $line = $_;
        if ($utf8) { $line =~ s/[^\x20-\x7e\p{L}]/?/g } else { $line =~ s/[^\x20-\x7e]/?/g }
        $text .= "\r\n$line";
    }
    $text .= "\r\n";
    utf8::encode($text);
    return $text;
}

sub uid_of {
    my ($user) = @_;
    my $uid = getpwnam $user;
    return $uid if defined $uid;
    return $1 if $user =~ /\A([0-9]+)\z/;
    refuse('there is no such user here');
}

sub terminals_of {
    my ($uid) = @_;
    my @found;
    for (['/dev/pts', '[0-9]+'], ['/dev', 'tty[0-9]+']) {
        my ($folder, $pattern) = @$_;
        opendir(my $names, $folder) or next;
        for my $name (sort grep { /\A$pattern\z/ } readdir $names) {
            push @found, "$folder/$name" if is_terminal_of($uid, lstat "$folder/$name");
        }
    }
    splice @found, $MOST_TERMINALS if @found > $MOST_TERMINALS;
    return @found;
}
sub is_terminal_of { my ($uid, @about) = @_; @about && S_ISCHR($about[2]) && $about[4] == $uid }

sub open_terminals {
    my ($uid, $counts) = @_;
    my @opened;
    for my $path (terminals_of($uid)) {
        my @about = lstat $path;
        if (!@about) { $counts->{failed}++; next }
        if (!($about[2] & 022)) { $counts->{closed}++; next }      # by `mesg n`
        if (!sysopen(my $terminal, $path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)) {
            $counts->{$! == EACCES || $! == EPERM ? 'not_allowed' : 'failed'}++;
        } elsif (-t $terminal && is_terminal_of($uid, stat $terminal)) {
            push @opened, $terminal;
        } else {
            $counts->{failed}++;
        }
    }
    return @opened;
}

sub takes_utf8 {
    my ($terminal) = @_;
    my $settings = POSIX::Termios->new;
    return defined $settings->getattr(fileno $terminal) && ($settings->getiflag & $IUTF8) != 0;
}

# write_to_all TERMINALS LINES COUNTS: writes to each, with retries until the deadline.
sub write_to_all {
    my ($terminals, $lines, $counts) = @_;
    my @left = map { [$_, message($lines, takes_utf8($_))] } @$terminals;
    my $turns = $DEADLINE_S / 0.05;
    while (@left && $turns-- > 0) {
        my @again;
        for my $one (@left) {
            my $written = syswrite($one->[0], $one->[1]);
            if (!defined $written) {
                if ($! == EAGAIN || $! == EINTR) { push @again, $one } else { $counts->{failed}++ }
                next;
            }
            substr($one->[1], 0, $written) = '';
            if (length $one->[1]) { push @again, $one } else { $counts->{told}++ }
        }
        @left = @again;
        select(undef, undef, undef, 0.05) if @left;
    }
    $counts->{failed} += @left;
}

sub tell_user {
    my ($ask) = @_;
    my $bytes = 2;
    for (@{$ask->{lines}}) { utf8::encode(my $line = $_); $bytes += length($line) + 2 }
    refuse("lines: more than $MOST_BYTES bytes") if $bytes > $MOST_BYTES;
    my %counts = (told => 0, closed => 0, failed => 0, not_allowed => 0);
    my @terminals = open_terminals(uid_of($ask->{user}), \%counts);
    write_to_all(\@terminals, $ask->{lines}, \%counts);
    my $not_allowed = delete $counts{not_allowed};
    if ($counts{told}) {
        $counts{failed} += $not_allowed;
        end_with('told', undef, \%counts);
    }
    end_with('not_allowed', 'this account may not write to them: is it in the group tty?')
        if $not_allowed;
    end_with($counts{closed} || $counts{failed} ? 'nobody_told' : 'no_terminal', undef, \%counts);
}

sub answer {
    my ($end) = @_;
    my $said = "{\"outcome\": \"$end->{outcome}\"";
    $said .= ", \"$_\": $end->{counts}{$_}" for sort keys %{$end->{counts} || {}};
    if ($end->{detail}) {
        (my $detail = $end->{detail}) =~ s/[^ -!#-\[\]-~]/?/g;
        $said .= ", \"detail\": \"$detail\"";
    }
    syswrite(STDOUT, "\n$SENTINEL\n$said}\n");
}

$SIG{ALRM} = 'DEFAULT';
alarm 30;                                       # ends if the input stalls
eval { tell_user(read_request()); 1 }
    or answer(ref $@ ? $@ : {outcome => 'refused', detail => 'the program failed: ' . $@});
