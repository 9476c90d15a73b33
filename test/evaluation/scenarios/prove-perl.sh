# Perl tests under prove -v.
mkdir t
cat > t/01-mailer.t <<'T'
use Test::More;
ok(1, 'greeting contains the customer name');
is('a', 'b', 'subject is encoded as UTF-8');
like('X-Spam: no', qr/no/, 'spam header is set to no');
SKIP: { skip 'no SMTP server', 1; ok(1, 'delivers to localhost'); }
LATER: { local $LATER = 'attachments are planned'; ok(0, 'attaches the invoice as PDF'); }
ok(1, 'bounces are not retried');
done_testing;
T
cat > t/02-template.t <<'T'
use Test::More tests => 3;
ok(1, 'unknown placeholder raises an error');
ok(1, 'loops over order lines');
ok(0, 'nested includes are limited to ten levels');
T
cat > t/03-archive.t <<'T'
use Test::More skip_all => 'Archive::Zip is not installed';
T
sed -i "s/LATER/TO""DO/g" t/01-mailer.t
prove -v t
