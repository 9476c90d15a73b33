# A mail queue in Python, logging like a mail server; delivery goes to a local SMTP server that refuses some.
cat > mq.py <<'T'
import socketserver, threading, smtplib, logging, sys, time
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='%(asctime)s mailq/%(levelname)s %(message)s', datefmt='%b %d %H:%M:%S')
L = logging.getLogger()
class H(socketserver.StreamRequestHandler):
    def handle(self):
        w = lambda s: self.wfile.write((s + '\r\n').encode()); w('220 relay ready')
        for line in self.rfile:
            c = line.decode().strip().upper()
            if c.startswith(('EHLO', 'HELO')): w('250 relay')
            elif c.startswith('RCPT') and 'FULL' in c: w('452 4.2.2 mailbox full')
            elif c.startswith('RCPT') and 'GONE' in c: w('550 5.1.1 user unknown')
            elif c == 'DATA':
                w('354 go')
                for l in self.rfile:
                    if l.strip() == b'.': break
                w('250 2.0.0 queued as 77AB')
            elif c == 'QUIT': w('221 bye'); return
            else: w('250 ok')
s = socketserver.ThreadingTCPServer(('127.0.0.1', int(sys.argv[1])), H); threading.Thread(target=s.serve_forever, daemon=True).start(); L.info('relay 127.0.0.1 connected')
def send(i, to):
    try:
        with smtplib.SMTP('127.0.0.1', int(sys.argv[1])) as m: m.sendmail('shop@example.org', [to], 'Subject: x\r\n\r\nhi')
        L.info('%s: to=<%s>, status=sent (250 2.0.0 queued as 77AB)', i, to)
    except smtplib.SMTPRecipientsRefused as e:
        code, text = list(e.recipients.values())[0]; L.warning('%s: to=<%s>, status=%s (%d %s)', i, to, 'deferred' if code < 500 else 'bounced', code, text.decode())
send('A1', 'anna@example.org'); send('A2', 'full@example.org'); send('A3', 'gone@example.org'); send('A4', 'otto@example.org')
L.info('A5: to=<news@example.org>, held back: recipient unsubscribed, not sent')
try: smtplib.SMTP('127.0.0.1', int(sys.argv[2]))
except OSError as e: L.error('backup relay: %s', e)
L.info('spam filter loaded, 214 rules'); L.error('virus scanner: signature file /var/lib/scan/main.db is corrupt'); L.info('DKIM key for example.org loaded'); L.warning('DKIM key for example.net expired on 2025-12-31')
L.info('queue flushed: 2 sent, 1 deferred, 1 bounced'); s.shutdown(); L.info('mailq stopped')
T
python3 mq.py $PORT_A $PORT_B
