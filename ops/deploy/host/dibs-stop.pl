#!/usr/bin/perl -T
# Stops one process of this host, and never another one: `stop` of Dibs, for hosts without Python 3.
# The same as dibs-stop beside it, which documents the steps, their order and reasons. Needs only
# perl-base. Input, answer, checks and texts are the same.
use strict;
use warnings;
use Errno qw(ESRCH EINVAL ENOENT EPERM);
use POSIX ();

my $SENTINEL     = '#dibs-answer 1';
my $CONFIG       = '/etc/dibs/stop.conf';
my $SUBORDINATE  = '/etc/subuid';
my $MOST_INPUT   = 16384;
my $MOST_OUTPUT  = 4 << 20;
my $CONFIRM_S    = 5;
my $AFTER_KILL_S = 5;
my $CLOCK_SLACK_S = 2;
my $FIRST_PERSON = 1000;
my $PATHS = '/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/nvidia/bin:/usr/lib/wsl/lib';
my @sent;

# The result: an outcome, a text for people, and the failed check.
sub end_with { my ($outcome, $detail, $check) = @_;
    die {outcome => $outcome, detail => $detail, check => $check} }
sub refuse { end_with('refused', shift) }

# The input

my $is_whole = sub { my ($v, $least, $most) = @_;
    defined $v && !ref $v && $v =~ /\A#(0|[1-9][0-9]{0,15})\z/ && $1 >= $least && $1 <= $most };
my $is_text = sub { my ($v, $pattern) = @_; defined $v && !ref $v && $v =~ /\A"(?:$pattern)\z/ };
my $is_list = sub { my ($v, $pattern) = @_;
    ref $v eq 'ARRAY' && @$v && @$v <= 64 && !grep { ref $_ || !/\A"(?:$pattern)\z/ } @$v };

my %grammar = (
    pid         => sub { $is_whole->(shift, 2, 1 << 22) },
    boot_id     => sub { $is_text->(shift, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') },
    start_ticks => sub { $is_whole->(shift, 0, 9e15) },
    started_s   => sub { $is_whole->(shift, 0, 1 << 40) },
    uid         => sub { $is_whole->(shift, 0, (1 << 32) - 2) },
    user        => sub { $is_text->(shift, '[A-Za-z0-9_][A-Za-z0-9_.@\\\\+ -]{0,127}\$?') },
    gpus        => sub { $is_list->(shift, '(?:GPU|MIG)-[0-9A-Za-z/-]{1,80}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}') },
    grace_s     => sub { $is_whole->(shift, 0, 900) },
    dry_run     => sub { my $v = shift; !ref $v && $v =~ /\A(?:true|false)\z/ },
    signals     => sub { my $v = shift;
        ref $v eq 'ARRAY' && join(' ', @$v) =~ /\A(?:"TERM "KILL|"TERM|"KILL)\z/ },
);
my %may_lack = map { $_ => 1 } qw(start_ticks started_s uid user);

# read_value TEXT: the value at pos(TEXT), flat: a text as "TEXT, a whole number as #DIGITS, true
# and false as they are, a list of texts as a reference. All values were matched, so they are
# untainted (-T).
sub read_text {
    $_[0] =~ /\G"((?:[^"\\\x00-\x1f]|\\["\\\/])*)"\s*/gc or refuse('the input is not JSON');
    (my $text = $1) =~ s/\\(.)/$1/g;
    return '"' . $text;
}
sub read_value {
    return $1 if $_[0] =~ /\G(true|false)\s*/gc;
    return "#$1" if $_[0] =~ /\G(-?[0-9]+)(?![.eE0-9])\s*/gc;
    return read_text($_[0]) unless $_[0] =~ /\G\[\s*/gc;
    my @items;
    return \@items if $_[0] =~ /\G\]\s*/gc;
    do { push @items, read_text($_[0]) } while $_[0] =~ /\G,\s*/gc;
    $_[0] =~ /\G\]\s*/gc or refuse('the input is not JSON');
    return \@items;
}

sub read_request {
    my $line = <STDIN>;
    refuse("the input is not one line of at most $MOST_INPUT bytes")
        unless defined $line && $line =~ /\n\z/ && length($line) <= $MOST_INPUT;
    my %ask;
    $line =~ /\G\s*\{\s*/gc or refuse('the input is not an object');
    do {
        my $name = substr(read_text($line), 1);
        $line =~ /\G:\s*/gc or refuse('the input is not JSON');
        my $value = read_value($line);
        refuse('a member is given twice') if exists $ask{$name};
        refuse('a member is unknown') unless $grammar{$name};
        refuse("$name: out of its range or form") unless $grammar{$name}->($value);
        $ask{$name} = ref $value ? [map { plain($_) } @$value] : plain($value);
    } while ($line =~ /\G,\s*/gc);
    $line =~ /\G\}\s*\z/gc or refuse('the input is not JSON');
    for my $name (sort keys %grammar) {
        refuse("$name: missing") unless exists $ask{$name} || $may_lack{$name};
    }
    refuse('start_ticks or started_s: missing')
        unless exists $ask{start_ticks} || exists $ask{started_s};
    refuse('uid or user: missing') unless exists $ask{uid} || exists $ask{user};
    return \%ask;
}
sub plain { my $v = shift; $v =~ /\A["#]?(.*)\z/s; return $1 }

# The process

# open_process PID: the pidfd. It refers to the same process, even if the pid is reused.
sub open_process {
    my ($pid) = @_;
    my $pidfd = syscall(434, $pid + 0, 0);
    return $pidfd if $pidfd >= 0;
    end_with('gone') if $! == ESRCH;
    end_with('not_it', "the pid is a thread's", 'pid') if $! == EINVAL || $! == ENOENT;
    refuse("no pidfd: $!");
}

sub send_signal {
    my ($pidfd, $number) = @_;
    return if syscall(424, $pidfd + 0, $number + 0, 0, 0) >= 0;
    end_with('gone') if $! == ESRCH;
    refuse($! == EPERM ? 'no right to signal it' : "no signal through a pidfd: $!");
}

sub readable {
    my ($fd, $wait_s) = @_;
    my $set = '';
    vec($set, $fd, 1) = 1;
    return select($set, undef, undef, $wait_s) > 0;
}

sub read_small {
    my ($path, $most) = (@_, 65536);
    open(my $file, '<', $path) or return undef;
    my $text = '';
    while (length($text) < $most) { sysread($file, $text, 65536, length $text) or last }
    return $text;
}

# identify PIDFD ASK [TICKS]: its start in clock ticks, if boot, start and owner match the request.
# TICKS: the start found before, which has to match from then on.
sub identify {
    my ($pidfd, $ask, $ticks) = @_;
    my $boot = read_small('/proc/sys/kernel/random/boot_id') // '';
    my $stat = read_small("/proc/$ask->{pid}/stat") // '';
    my $status = read_small("/proc/$ask->{pid}/status") // '';
    my ($rest) = $stat =~ /.*\)(.*)/s;
    my ($started) = ((split ' ', $rest // '')[19] // '') =~ /\A([0-9]+)\z/;
    end_with('gone') if readable($pidfd, 0);    # otherwise the data above belong to it
    end_with('unconfirmed', '/proc does not show it') unless defined $started;
    $boot =~ s/\s+\z//;
    end_with('not_it', 'the host was started anew since', 'boot_id') if $boot ne $ask->{boot_id};
    end_with('not_it', 'another start time than a moment ago', 'start_time')
        if defined $ticks && $ticks != $started;
    end_with('not_it', 'another start time', 'start_time')
        if ($ask->{start_ticks} // $started) != $started || !started_then($ask, $started);
    my ($uids) = $status =~ /^Uid:\s+(.+)$/m;
    my $wanted = wanted_uid($ask);
    my ($its, @others) = split ' ', $uids // '';
    end_with('not_it', 'another owner', 'uid')
        if !defined $its || grep({ $_ ne $its } @others)
        || ($its != $wanted && (owner_of($its) // -1) != $wanted);
    keep_off($_) for $wanted, $its;
    return $started;
}

sub started_then {
    my ($ask, $ticks) = @_;
    return 1 unless exists $ask->{started_s};
    my $after_boot = $ticks / POSIX::sysconf(POSIX::_SC_CLK_TCK());
    my ($up) = (read_small('/proc/uptime') // '') =~ /\A([0-9.]+)/;
    my ($booted) = (read_small('/proc/stat') // '') =~ /^btime ([0-9]+)$/m;
    for my $boot ((defined $up ? time - $up : ()), $booted // ()) {
        return 1 if abs($boot + $after_boot - $ask->{started_s}) <= $CLOCK_SLACK_S;
    }
    return 0;
}

sub wanted_uid {
    my ($ask) = @_;
    my $uid = $ask->{uid};
    if (exists $ask->{user}) {
        my $named = getpwnam($ask->{user}) // ($ask->{user} =~ /\A([0-9]+)\z/ ? $1 : undef);
        end_with('not_it', 'no such owner here', 'uid')
            if !defined $named || (defined $uid && $uid != $named);
        $uid = $named;
    }
    return $uid;
}

# owner_of UID: the owner of a uid without an account, by the ranges of /etc/subuid: a process in a
# container of theirs. Nothing: no range, or several. Only root may have written that file.
sub owner_of {
    my ($uid) = @_;
    return undef if defined getpwuid $uid;
    my @about = lstat $SUBORDINATE or return undef;
    return undef if $about[4] != 0 || $about[2] & 022 || -l _;
    my %owners;
    for (split /\n/, read_small($SUBORDINATE, 1 << 21) // return undef) {
        my ($who, $first, $count) = /\A([^:]+):([0-9]+):([0-9]+)\z/ or next;
        next if $uid < $first || $uid >= $first + $count;
        my $one = $who =~ /\A[0-9]+\z/ ? $who : getpwnam($who);
        return undef unless defined $one;
        $owners{$one + 0} = 1;
    }
    return keys %owners == 1 ? (keys %owners)[0] : undef;
}

# The GPUs

# nvidia_smi DEADLINE ARGUMENT...: its output. It may hang without end, so its end is not awaited.
sub nvidia_smi {
    my ($deadline, @arguments) = @_;
    pipe(my $out, my $in) or end_with('unconfirmed', "no pipe: $!");
    my $child = fork // end_with('unconfirmed', "no process: $!");
    if ($child == 0) {
        my $path = $ENV{PATH};
        %ENV = (PATH => $path, LC_ALL => 'C');
        POSIX::setsid();
        open(STDIN, '<', '/dev/null');
        POSIX::dup2(fileno($in), 1);
        open(STDERR, '>', '/dev/null');
        exec('nvidia-smi', @arguments) or POSIX::_exit(127);
    }
    close $in;
    my $text = '';
    while (length($text) <= $MOST_OUTPUT) {
        my $left = $deadline - now();
        last if $left <= 0 || !readable(fileno($out), $left);
        next if sysread($out, $text, 65536, length $text);
        while (now() < $deadline) {
            if (waitpid($child, POSIX::WNOHANG()) == $child) {
                my $status = $? & 127 ? -($? & 127) : $? >> 8;
                return $text if $status == 0;
                end_with('unconfirmed', 'there is no nvidia-smi') if $status == 127;
                end_with('unconfirmed', "nvidia-smi failed with status $status");
            }
            select(undef, undef, undef, 0.005);
        }
        last;
    }
    kill 'KILL', -$child;
    end_with('unconfirmed', "nvidia-smi gave no answer within $CONFIRM_S s");
}
sub now { (read_small('/proc/uptime') // '') =~ /\A([0-9.]+)/ ? $1 : time }   # a clock that is never set

sub confirm_gpus {
    my ($ask) = @_;
    my $deadline = now() + $CONFIRM_S;
    my %wanted = map { $_ => 1 } @{$ask->{gpus}};
    my ($cards, $on, $hidden) = (0, 0, 0);
    for (split /\n/, nvidia_smi($deadline, '--query-compute-apps=gpu_uuid,pid', '--format=csv,noheader')) {
        my ($uuid, $pid) = /\A\s*([^,]*?)\s*,\s*([^,]*?)\s*\z/ or next;
        $hidden = 1 if $pid =~ /\A\[/;
        next if $pid ne $ask->{pid};
        return if $wanted{$uuid};
        $on++;
        $cards++ if $uuid !~ /\AMIG-/;
    }
    if ($cards && grep { /\AMIG-/ } keys %wanted) {
        my $listed = nvidia_smi($deadline, '-L');
        return if grep { $wanted{$_} } slices_of($ask->{pid}, $listed, nvidia_smi($deadline, '-q', '-x'));
    } elsif (!$on && $hidden) {
        end_with('unconfirmed', 'a GPU here hides its processes');
    }
    end_with('not_it', 'not on that GPU', 'gpu');
}

# slices_of PID LISTED DETAILS: the UUIDs of the process's slices, by the details.
sub slices_of {
    my ($pid, $listed, $details) = @_;
    my (%uuid_at, $card, @found);
    for (split /\n/, $listed) {
        my ($uuid) = /UUID: ([-\/0-9A-Za-z]+)\)/ or next;
        if (/^GPU /) { $card = $uuid }
        elsif (/^\s+MIG .*Device\s+([0-9]+):/ && defined $card) { $uuid_at{"$card $1"} = $uuid }
    }
    my $value = sub { my ($name, $text) = @_; $text =~ m{<$name>([^<]*)</$name>} ? $1 : '' };
    my $place = sub { join ' ', map { $value->($_, $_[0]) } qw(gpu_instance_id compute_instance_id) };
    while ($details =~ m{<gpu id=.*?</gpu>}gs) {
        my $gpu = $&;
        my @devices = $gpu =~ m{<mig_device>.*?</mig_device>}gs;
        my @processes = $gpu =~ m{<process_info>.*?</process_info>}gs;
        (my $whole = $gpu) =~ s{<mig_devices>.*?</mig_devices>}{}gs;
        for my $process (grep { $value->('pid', $_) eq $pid } @processes) {
            for my $device (grep { $place->($_) eq $place->($process) } @devices) {
                my $key = $value->('uuid', $whole) . ' ' . $value->('index', $device);
                push @found, $uuid_at{$key} if $uuid_at{$key};
            }
        }
    }
    return @found;
}

# As root

# keep_off UID: as root, rejects accounts that this host protects. Only root may have written that file.
sub keep_off {
    my ($uid) = @_;
    return if $> != 0;
    for my $path ('/etc/dibs', $CONFIG) {
        my @about = lstat $path or refuse("as root only with $CONFIG: $!");
        refuse("$path can be changed by others than root")
            if $about[4] != 0 || $about[2] & 022 || -l _;
    }
    my ($lowest, %never) = ($FIRST_PERSON);
    for (split /\n/, read_small($CONFIG) // refuse("as root only with $CONFIG: $!")) {
        s/#.*//;
        next unless /\S/;
        my ($key, $rest) = /\A\s*(\w+)\s*=(.*)\z/ or refuse("$CONFIG: a line is not understood");
        my @words = split ' ', $rest;
        if ($key eq 'lowest_uid' && @words == 1 && $words[0] =~ /\A[0-9]+\z/) {
            $lowest = $words[0] if $words[0] > $lowest;
        } elsif ($key eq 'never' && @words) {
            for my $word (@words) {
                my $one = $word =~ /\A[0-9]+\z/ ? $word : getpwnam($word);
                refuse("$CONFIG: nobody is called " . substr($word, 0, 64)) unless defined $one;
                $never{$one + 0} = 1;
            }
        } else {
            refuse("$CONFIG: a line is not understood");
        }
    }
    refuse("processes of uid $uid are never stopped on this host") if $uid < $lowest || $never{$uid};
}

# In order

sub check {
    my ($pidfd, $ask, $ticks) = @_;
    $ticks = identify($pidfd, $ask, $ticks);
    confirm_gpus($ask);
    return identify($pidfd, $ask, $ticks);
}

sub stop {
    my ($ask) = @_;
    my $pidfd = open_process($ask->{pid});
    my $ticks = check($pidfd, $ask);
    send_signal($pidfd, 0);                     # checks the permission only
    end_with('would_stop') if $ask->{dry_run} eq 'true';
    for my $name (@{$ask->{signals}}) {
        $ticks = check($pidfd, $ask, $ticks) if @sent;
        send_signal($pidfd, $name eq 'KILL' ? 9 : 15);
        push @sent, $name;
        end_with('gone') if readable($pidfd, $name eq 'KILL' ? $AFTER_KILL_S : $ask->{grace_s});
    }
    end_with('unconfirmed', 'it has not ended yet');
}

sub answer {
    my ($end) = @_;
    my $outcome = $end->{outcome};
    $outcome = $sent[-1] eq 'KILL' ? 'killed' : 'terminated' if $outcome eq 'gone' && @sent;
    my $quoted = sub { (my $text = shift) =~ s/[^ -!#-\[\]-~]/?/g; '"' . $text . '"' };
    my $said = '{"outcome": ' . $quoted->($outcome) .
        ', "sent": [' . join(', ', map { $quoted->($_) } @sent) . ']' .
        ', "by": ' . $quoted->(sprintf 'perl %vd', $^V);
    for my $key (qw(check detail)) {
        $said .= ", \"$key\": " . $quoted->($end->{$key}) if $end->{$key};
    }
    syswrite(STDOUT, "\n$SENTINEL\n$said}\n");
}

delete @ENV{qw(IFS CDPATH ENV BASH_ENV)};
$ENV{PATH} = join ':', ($> != 0 && ($ENV{PATH} // '') =~ /(.+)/ ? $1 : ()), $PATHS;
chdir '/';
$SIG{ALRM} = 'DEFAULT';
alarm 20;                                       # ends if the input stalls
eval {
    refuse('it takes no arguments') if @ARGV;
    my $ask = read_request();
    alarm $ask->{grace_s} + 60;
    stop($ask);
    1;
} or answer(ref $@ ? $@ : {outcome => 'unconfirmed', detail => 'the program failed: ' . $@});
