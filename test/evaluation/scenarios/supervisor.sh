# A process supervisor in bash that writes syslog lines with logger: starts, crashes, restarts, back-off, health checks, shutdown.
exec > >(grep --line-buffered -v ' Killed  ') 2>&1
l() { logger -s --udp --server 127.0.0.1 --port $PORT_C -t "$1" --id=$2 -p "daemon.$3" --rfc3164 "$4" 2>&1; }
cat > svc.py <<'T'
import sys, time, signal, os
name = sys.argv[1]
if name == 'mailer': sys.exit(3)
if name == 'cache': time.sleep(0.4); os.kill(os.getpid(), signal.SIGKILL)
if name == 'indexer' and not os.path.exists('second'): open('second', 'w').close(); time.sleep(0.3); raise SystemExit(1)
if name == 'stubborn': signal.signal(signal.SIGTERM, signal.SIG_IGN)
if name == 'web': import http.server; http.server.BaseHTTPRequestHandler.log_message = lambda *a: None; http.server.HTTPServer(('127.0.0.1', int(sys.argv[2])), http.server.SimpleHTTPRequestHandler).serve_forever()
time.sleep(60)
T
l supervisord 100 info "supervisor 5.1 started, 7 programs configured"
declare -A pid
start() { python3 svc.py $1 $PORT_A 2> /dev/null & pid[$1]=$!; l supervisord 100 info "spawned $1 (pid ${2:-200})"; }
l supervisord 100 notice "program reporter has autostart=false, not started"
start web 201; start indexer 202; start cache 203; start stubborn 204; start mailer 205
for n in 1 2 3 4; do wait ${pid[mailer]}; l supervisord 100 warning "mailer exited with status $? (attempt $n of 4)"; [ $n -lt 4 ] && start mailer 205; done
l supervisord 100 err "mailer entered FATAL state, too many start retries too quickly"
wait ${pid[cache]}; c=$?; l supervisord 100 err "cache terminated by signal $((c-128)) (SIGKILL)"; start cache 213
wait ${pid[indexer]}; l supervisord 100 warning "indexer exited with status $?"; start indexer 212; sleep 0.6; kill -0 ${pid[indexer]} && l supervisord 100 info "indexer entered RUNNING state, stayed up for 0.5 s"
for i in $(seq 1 120); do curl -s -o /dev/null -m 2 http://127.0.0.1:$PORT_A/ && l healthd 150 info "probe web ok status=200" || l healthd 150 err "probe web failed"; [ $((i % 10)) = 0 ] && l healthd 150 info "probe indexer ok"; done
curl -s -m 1 http://127.0.0.1:$PORT_B/ || l healthd 150 crit "probe gateway failed: connection refused, 3 of 3 probes lost"
l healthd 150 info "certificate of web valid for 61 more days"
l cron 160 info "(root) CMD (/usr/local/bin/rotate --weekly)"
seq 5000 > web.log; mv web.log web.log.1 && gzip web.log.1 && l rotate 161 info "rotated web.log to web.log.1.gz"; mv audit.log audit.log.1 2> /dev/null || l rotate 161 err "cannot rotate audit.log: No such file or directory"
l rotate 161 info "debug.log skipped: log is empty"
python3 -c "
import resource; resource.setrlimit(resource.RLIMIT_AS, (60*2**20, 60*2**20))
b = bytearray(200*2**20)" 2> /dev/null || l resizer 170 err "out of memory while scaling image 8812.tif"
l ntpd 180 notice "time reset +0.412 s"
l supervisord 100 info "received SIGHUP, configuration reloaded"
l supervisord 100 info "web: stopping"; kill ${pid[web]}; wait ${pid[web]} 2> /dev/null; l supervisord 100 info "web stopped (exit status 143)"
kill -TERM ${pid[stubborn]}; sleep 0.5; kill -0 ${pid[stubborn]} && { l supervisord 100 warning "stubborn did not stop within 10 s, sending SIGKILL"; kill -KILL ${pid[stubborn]}; }
kill ${pid[indexer]} ${pid[cache]} 2> /dev/null; wait ${pid[indexer]} 2> /dev/null; l supervisord 100 info "indexer stopped"
l supervisord 100 notice "backup hook pre-stop skipped, maintenance mode is on"
l supervisord 100 info "supervisor stopped"
