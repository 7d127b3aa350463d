# Sourced after say.sh: the system account that dibsd and the demo fleet run as when root starts
# them. dibsd refuses to run as root, and so do all steps here that need no root.

dibs_account=dibs

# make_account: with a working shell, because the demo's SSH servers log this account in;
# without a password; its home is the data folder.
make_account() {
    local uid
    if uid=$(id -u "$dibs_account" 2>/dev/null); then
        [ "$uid" -lt 1000 ] && [ "$uid" != 0 ] ||
            fail "the account $dibs_account is a person's (uid $uid), not a system account."
        return 0
    fi
    useradd --system --user-group --no-create-home --home-dir /var/lib/dibs \
        --shell /bin/sh --comment "Dibs server" "$dibs_account" ||
        fail "could not make the system account $dibs_account."
    install -d -m 0700 -o "$dibs_account" -g "$dibs_account" /var/lib/dibs
    say "Made the system account $dibs_account, home /var/lib/dibs"
}

# as_account COMMAND...: without root's groups, without regaining rights; ends with its parent.
as_account() {
    cd / && exec setpriv --reuid "$dibs_account" --regid "$dibs_account" --clear-groups \
        --inh-caps=-all --no-new-privs --pdeathsig TERM \
        env -i HOME=/var/lib/dibs USER="$dibs_account" LOGNAME="$dibs_account" SHELL=/bin/sh \
        PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 ${TERM:+TERM="$TERM"} ${TZ:+TZ="$TZ"} "$@"
}
