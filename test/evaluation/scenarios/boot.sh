# The boot of a machine as a service manager prints it; the states come from real probes.
ok() { echo "[  OK  ] $1."; }; bad() { echo "[FAILED] Failed to $1."; echo "See 'journal -u $2' for details."; }; skip() { echo "[ SKIP ] $1 was skipped because of an unmet condition check ($2)."; }
ok "Mounted /boot"; ok "Reached target Local File Systems"; ok "Started Journal Service"
[ -e /dev/nosuchdisk ] && ok "Mounted /data" || bad "mount /data" data.mount
echo "[DEPEND] Dependency failed for Photo Library."
ok "Started Network Time Synchronization"; bad "start Firewall" firewall.service; ok "Listening on D-Bus Socket"
skip "Set Up Additional Binary Formats" "ConditionPathExists=/etc/binfmt"; skip "Crash Reporter" "ConditionVirtualization=!container"
ok "Started Web Proxy"; echo "web-proxy[411]: worker 3 exited with code 139, restarting"; echo "web-proxy[411]: worker 3 is up again"
echo "kernel: Out of memory: Killed process 733 (indexer) total-vm:812340kB"; echo "systemd-like[1]: indexer.service: Main process exited, code=killed, status=9/KILL"; echo "systemd-like[1]: indexer.service: Scheduled restart job, restart counter is at 1."
echo "sshd[502]: Server listening on 0.0.0.0 port 22."; echo "sshd[519]: Accepted publickey for deploy from 10.0.0.4 port 50122 ssh2"; echo "sshd[533]: Failed password for invalid user oracle from 198.51.100.23 port 40022 ssh2"; echo "sshd[533]: Connection closed by invalid user oracle 198.51.100.23 port 40022 [preauth]"
echo "smartd[600]: Device: /dev/sda, SMART Status: PASSED"; echo "smartd[600]: Device: /dev/sdb, 8 Currently unreadable (pending) sectors"; echo "chronyd[420]: Selected source 192.0.2.10"; echo "cron[701]: (backup) CMD (/usr/local/bin/backup --daily)"; echo "cron[701]: (CRON) error (grandchild #733 failed with exit status 2)"
ok "Reached target Multi-User System"; echo "Startup finished in 2.1s (kernel) + 9.8s (userspace) = 11.9s."
