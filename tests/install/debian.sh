#!/bin/sh
# Tries the first start in a bare Debian 12 (its own Node 18 and npm 9): as root, as an ordinary user, after an
# installation that left packages out, without a network, and with DATA_DIR on a volume of its own.
# Needs root, debootstrap, a network, and 3 GB in $TMPDIR (or /var/tmp). Run: sh tests/install/debian.sh [FOLDER]
# FOLDER: a bare Debian 12 with nodejs and npm made before, which stays; without it one is made and removed.
set -eu
cd "$(dirname "$0")/../.."
for command in debootstrap chroot unshare git; do
  command -v "$command" >/dev/null || { echo "skipped: $command is not there"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo 'skipped: needs root'; exit 0; }

if [ $# -gt 0 ]; then KEPT=1 BOX=$1; else KEPT=''
  BOX=$(mktemp -d "${TMPDIR:-/var/tmp}/forebay-debian-XXXXXX"); fi
# Ctrl-C for the servers in the box, and for no other.
interrupt() {
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/root")" = "$BOX" ] && grep -qs 'main\.ts\|start\.js' "$process/cmdline" &&
      kill -INT "${process#/proc/}" 2>/dev/null
  done
  true
}

leave() {
  interrupt
  umount -q "$BOX/srv/vol" 2>/dev/null || true
  umount -ql "$BOX/proc" 2>/dev/null || true
  rm -rf "$BOX/srv" "$BOX/home/dam" "$BOX/var/lib/forebay"
  [ "$KEPT" ] || rm -rf "$BOX"
}
trap leave EXIT
trap 'exit 1' INT TERM
inside() { chroot "$BOX" "$@"; }

if [ ! "$KEPT" ]; then
  echo "making Debian 12 in $BOX ..."
  chmod 755 "$BOX"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$BOX" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$BOX.log" 2>&1 || { tail -5 "$BOX.log"; exit 1; }
  rm -f "$BOX.log"
fi
mount -t proc proc "$BOX/proc"
cp /etc/resolv.conf /etc/hosts "$BOX/etc/"
[ -f /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$BOX/etc/ssl/certs/"
[ "$KEPT" ] || inside sh -c 'apt-get update -qq &&
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm' >/dev/null 2>&1
mkdir -p "$BOX/srv"
inside id dam >/dev/null 2>&1 || inside useradd dam
inside install -d -o dam -g dam /home/dam
echo "Node $(inside node -v), npm $(inside npm -v)"

# start NAME USER FOLDER [SETTING=...]: starts until it is ready, reads /readyz, stops it; keeps what it said in LOG.
LOG=$BOX/start.log
: >"$LOG"
start() {
  name=$1 user=$2 folder=$3
  shift 3
  began=$(date +%s)
  : >"$LOG"
  # Standard output is what tells that it is ready; a start that fails ends by itself.
  inside su -s /bin/sh "$user" -c "cd '$folder' && export HOME=\$(getent passwd $user | cut -d: -f6) PORT=8971 DEMO=0 npm_config_cafile=/etc/ssl/certs/ca-certificates.crt $* && exec npm start" >"$LOG" 2>&1 &
  pid=$!
  until grep -q 'ready at' "$LOG"; do
    kill -0 $pid 2>/dev/null || { echo "FAILED $name"; tail -20 "$LOG"; return 1; }
    sleep 1
  done
  inside node -e "fetch('http://127.0.0.1:8971/readyz').then((r) => process.exit(r.ok ? 0 : 1))" ||
    { echo "FAILED $name: not ready"; return 1; }
  echo "ok     $name ($(($(date +%s) - began)) s)"
  interrupt
  wait $pid || true
}

copy() { # FOLDER OWNER
  mkdir -p "$BOX$1"
  git archive HEAD | tar -x -C "$BOX$1"
  inside chown -R "$2:$2" "$1"
}

copy '/srv/hồ chứa/forebay' root
start 'root, in a path with blanks' root '/srv/hồ chứa/forebay'
grep -q 'the database is in /var/lib/forebay' "$LOG" || grep -q 'user namespace' "$LOG" ||
  { echo 'FAILED: nothing says where the database is'; exit 1; }
ELSEWHERE=$(grep -c 'the database is in /var/lib/forebay' "$LOG" || true)
du -sm "$BOX/srv/hồ chứa/forebay/node_modules" | sed 's/\t.*/ MB of packages/'

copy /home/dam/forebay dam
start 'ordinary user' dam /home/dam/forebay

# An installation of npm 9 under Node 18 leaves out packages that want a newer Node, without a word.
copy /home/dam/again dam
inside su -s /bin/sh dam -c 'cd ~/again && npm_config_cafile=/etc/ssl/certs/ca-certificates.crt npm ci --ignore-scripts --no-audit --no-fund --loglevel=error' >/dev/null
start 'after an installation by hand that left packages out' dam /home/dam/again

copy /srv/alone root
inside rm -rf /root/.npm
began=$(date +%s)
: >"$LOG"
unshare -n chroot "$BOX" sh -c 'cd /srv/alone && npm start' >"$LOG" 2>&1 &
pid=$!
until grep -q 'cannot be reached' "$LOG"; do
  [ $(($(date +%s) - began)) -le 10 ] || { echo 'FAILED: nothing said in 10 s without a network'; exit 1; }
  sleep 0.2
done
wait $pid && { echo 'FAILED: started without packages'; exit 1; }
grep -q '^Forebay cannot start: the registry of packages' "$LOG" || { echo 'FAILED without a network'; tail "$LOG"; exit 1; }
echo 'ok     without a network, said within 10 s'

mkdir -p "$BOX/srv/vol"
mount -t tmpfs -o size=1g tmpfs "$BOX/srv/vol"
if [ "$ELSEWHERE" = 0 ]; then echo 'skipped: user namespaces keep the database in DATA_DIR'; else
  inside sh -c "cd '/srv/hồ chứa/forebay' && DATA_DIR=/srv/vol DEMO=0 npm start" >"$LOG" 2>&1 && { echo 'FAILED: started beside the volume'; exit 1; }
  grep -q 'DATA_USER=forebay' "$LOG" || { echo 'FAILED: nothing says what to do'; tail "$LOG"; exit 1; }
  echo 'ok     a volume is refused in words'
  start 'with DATA_USER on a volume' root '/srv/hồ chứa/forebay' DATA_DIR=/srv/vol DATA_USER=forebay
  [ "$(inside stat -c %U /srv/vol/postgres)" = forebay ] || { echo 'FAILED: not in DATA_DIR'; exit 1; }
fi
echo 'all of it works'
