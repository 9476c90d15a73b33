# A hardening audit of a host directory: numbered checks with real probes by find, stat, grep, openssl, ssh-keygen and awk.
mkdir -p etc/ssh etc/cron.d home/olga/.ssh home/pit/.ssh var/log srv/www; umask 022
printf 'root:x:0:0::/root:/bin/bash\ndaemon:x:1:1::/:/usr/sbin/nologin\nolga:x:1001:1001::/home/olga:/bin/bash\npit:x:1002:1002::/home/pit:/bin/bash\nsvc:x:0:990::/srv:/bin/sh\n' > etc/passwd
printf 'root:*:19000:0:99999:7:::\nolga:$6$abc$xyz:20100:0:90:7:::\npit::20100:0:99999:7:::\n' > etc/shadow; chmod 640 etc/shadow
printf 'PermitRootLogin no\nPasswordAuthentication yes\nX11Forwarding no\nMaxAuthTries 4\nProtocol 2\n' > etc/ssh/sshd_config; chmod 600 etc/ssh/sshd_config
printf 'net.ipv4.ip_forward = 0\nnet.ipv4.conf.all.accept_redirects = 1\nkernel.randomize_va_space = 2\n' > etc/sysctl.conf
printf 'olga ALL=(ALL) ALL\npit ALL=(ALL) NOPASSWD: ALL\n' > etc/sudoers; chmod 440 etc/sudoers
echo '*/5 * * * * root /usr/local/bin/sync' > etc/cron.d/sync; chmod 666 etc/cron.d/sync
ssh-keygen -q -t ed25519 -N '' -f home/olga/.ssh/id; ssh-keygen -q -t rsa -b 1024 -N '' -f home/pit/.ssh/id
openssl req -x509 -newkey rsa:2048 -nodes -keyout etc/web.key -out etc/web.pem -days 400 -subj /CN=intranet.example.org 2> /dev/null; chmod 644 etc/web.key
openssl req -x509 -newkey rsa:2048 -nodes -keyout etc/api.key -out etc/api.pem -days 5 -subj /CN=api.example.org 2> /dev/null; chmod 600 etc/api.key
echo 'password=hunter2' > srv/www/config.bak; chmod 4755 srv/www/config.bak; touch var/log/auth.log; chmod 640 var/log/auth.log
p=0; f=0; s=0
check() { local id=$1 title=$2; shift 2; if out=$(bash -c "$*" 2>&1); then p=$((p+1)); echo "[PASS] $id $title"; else f=$((f+1)); echo "[FAIL] $id $title${out:+ ($out)}"; fi; }
skip() { s=$((s+1)); echo "[SKIP] $1 $2: $3"; }
echo "host-audit 2.3 profile=server-level-1 host=app-12"
echo "== Section 1: Accounts"
check 1.1 'Only root has UID 0' 'awk -F: "\$3==0 && \$1!=\"root\" {print \$1 \" has UID 0\"; bad=1} END {exit bad}" etc/passwd'
check 1.2 'No account has an empty password' 'awk -F: "\$2==\"\" {print \"empty password: \" \$1; bad=1} END {exit bad}" etc/shadow'
check 1.3 'Shadow file is not world readable' 'test $(( $(stat -c %a etc/shadow) % 10 )) -eq 0'
check 1.4 'Password of olga expires within 90 days' 'awk -F: "\$1==\"olga\" {exit !(\$5<=90)}" etc/shadow'
check 1.5 'Password of pit expires within 90 days' 'awk -F: "\$1==\"pit\" {print \"maximum age \" \$5; exit !(\$5<=90)}" etc/shadow'
check 1.6 'System accounts have no login shell' 'grep -q "^daemon:.*nologin" etc/passwd'
skip 1.7 'Accounts are joined to the directory' 'not applicable to standalone hosts'
echo "== Section 2: SSH"
check 2.1 'PermitRootLogin is no' 'grep -q "^PermitRootLogin no" etc/ssh/sshd_config'
check 2.2 'PasswordAuthentication is no' 'grep "^PasswordAuthentication" etc/ssh/sshd_config | tee /dev/stderr | grep -q " no"'
check 2.3 'X11Forwarding is disabled' 'grep -q "^X11Forwarding no" etc/ssh/sshd_config'
check 2.4 'MaxAuthTries is 4 or less' 'awk "/^MaxAuthTries/ {exit !(\$2<=4)}" etc/ssh/sshd_config'
check 2.5 'sshd_config has mode 0600' 'test $(stat -c %a etc/ssh/sshd_config) = 600'
check 2.6 'Key of olga is strong enough' 'ssh-keygen -l -f home/olga/.ssh/id.pub | grep -q ED25519'
check 2.7 'Key of pit is strong enough' 'ssh-keygen -l -f home/pit/.ssh/id.pub | awk "{print \$1 \" bit \" \$NF; exit !(\$1>=2048)}"'
skip 2.8 'SSH banner is approved by legal' 'manual check, run with --manual'
echo "== Section 3: Kernel"
check 3.1 'IP forwarding is off' 'grep -q "ip_forward = 0" etc/sysctl.conf'
check 3.2 'ICMP redirects are not accepted' 'grep "accept_redirects" etc/sysctl.conf | tee /dev/stderr | grep -q "= 0"'
check 3.3 'Address space layout randomization is on' 'grep -q "randomize_va_space = 2" etc/sysctl.conf'
skip 3.4 'AppArmor profiles are enforced' 'excluded by waiver SEC-1182 until 2026-06-30'
echo "== Section 4: Files"
check 4.1 'No setuid files under srv/www' 'x=$(find srv/www -perm -4000); echo $x; test -z "$x"'
check 4.2 'No world writable cron entries' 'x=$(find etc/cron.d -perm -0002); echo $x; test -z "$x"'
check 4.3 'sudoers grants nothing without a password' 'x=$(grep -n NOPASSWD etc/sudoers); echo $x; test -z "$x"'
check 4.4 'auth.log is not world readable' 'test $(( $(stat -c %a var/log/auth.log) % 10 )) -eq 0'
check 4.5 'No credentials in web root' 'x=$(grep -rl "password=" srv/www); echo $x; test -z "$x"'
echo "== Section 5: Certificates"
check 5.1 'Certificate of intranet.example.org is valid for 30 more days' 'openssl x509 -noout -checkend 2592000 -in etc/web.pem > /dev/null'
check 5.2 'Certificate of api.example.org is valid for 30 more days' 'openssl x509 -noout -checkend 2592000 -in etc/api.pem'
check 5.3 'Private key of intranet.example.org is readable by root only' 'm=$(stat -c %a etc/web.key); echo "mode $m"; test $m = 600'
check 5.4 'Private key of api.example.org is readable by root only' 'test $(stat -c %a etc/api.key) = 600'
skip 5.5 'Certificates are logged in a transparency log' 'no network access from this zone'
echo "Result: $p passed, $f failed, $s skipped; score $((100*p/(p+f)))%"
[ $((100*p/(p+f))) -ge 80 ] && echo "Compliance gate (80%): reached" || echo "Compliance gate (80%): NOT reached"
echo "Report written to var/log/audit-report.json"
