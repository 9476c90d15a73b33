# A rule engine in Python over sign-in and file events: which detections fired, which were suppressed.
cat > rules.py <<'T'
import json, collections
T0 = 1760000000
def emit(level, msg, **f): print(json.dumps({"ts": T0, "level": level, "logger": "detector", "msg": msg, **f}))
emit("info", "rule pack loaded", rules=9, invalid=0)
emit("error", "rule could not be compiled", rule="dns-tunnel", error="unbalanced parenthesis")
fails = collections.Counter()
events = [("login_failed", "root", "198.51.100.4")] * 12 + [("login_ok", "svc-backup", "10.0.0.8"), ("file_deleted", "eve", "host-7"), ("login_ok", "root", "198.51.100.4"), ("usb", "dave", "laptop-3"), ("sudo", "frank", "host-2"), ("port_scan", "-", "203.0.113.77")]
for kind, who, src in events:
    T0 += 3
    if kind == "login_failed":
        fails[src] += 1
        emit("info", "failed login", user=who, src_ip=src)
        if fails[src] == 10: emit("alert", "detection fired: brute force", rule="brute-force", user=who, src_ip=src, technique="T1110")
    if kind == "login_ok" and fails[src] > 5: emit("alert", "detection fired: login after brute force", rule="brute-force-success", user=who, src_ip=src, technique="T1078")
    if kind == "usb": emit("info", "detection suppressed: removable media", rule="usb-storage", user=who, host=src, reason="exception list")
    if kind == "sudo": emit("alert", "detection fired: privilege escalation", rule="sudo-root", user=who, host=src, technique="T1548")
    if kind == "port_scan": emit("alert", "detection fired: port scan", rule="port-scan", src_ip=src, ports=1024, technique="T1046")
    if kind == "file_deleted": emit("warn", "mass deletion below threshold", rule="mass-delete", user=who, host=src, files=40, threshold=100)
emit("error", "notification to pager failed", channel="pager", error="HTTP 503")
emit("info", "notification sent", channel="mail", recipients=2)
emit("info", "evaluation finished", events=len(events), alerts=4, errors=2)
T
python3 rules.py
