# User provisioning in Perl from a personnel list: accounts, groups, keys with ssh-keygen, password rules and hashes by openssl, sign-in checks, leavers.
cat > people.csv <<'T'
mwagner,Maria Wagner,dev+vpn,ed25519
tkim,Tae Kim,dev,ed25519
rlopez,Rosa Lopez,finance+vpn,rsa1024
root,Evil Twin,admin,ed25519
jb,J B,dev,ed25519
oweber,Olaf Weber,nosuchgroup,none
pnowak,Piotr Nowak,support,none
T
cat > provision.pl <<'T'
use strict; use warnings; use POSIX 'strftime'; $| = 1;
sub out { printf "%s idm-01 provision[4120]: %s %s\n", strftime('%Y-%m-%dT%H:%M:%S+00:00', gmtime), @_ }
my %groups = map { $_ => [] } qw(dev vpn finance support admin); my %users; my $uid = 2000;
mkdir 'homes'; mkdir 'keys';
out('INFO', 'reading people.csv, 7 entries');
open my $in, '<', 'people.csv' or die; 
while (<$in>) { chomp; my ($login, $name, $wants, $key) = split /,/;
  if ($login eq 'root') { out('ALERT', "login root is reserved, entry \"$name\" refused"); next }
  if (length $login < 3) { out('ERROR', "login $login is too short, account not created"); next }
  $users{$login} = { name => $name, uid => $uid++ }; mkdir "homes/$login"; chmod 0700, "homes/$login";
  out('INFO', "account $login created with uid $users{$login}{uid}");
  out('INFO', sprintf 'home directory of %s has mode %04o', $login, (stat "homes/$login")[2] & 07777);
  for my $g (split /\+/, $wants) { if ($groups{$g}) { push @{ $groups{$g} }, $login; out('INFO', "$login added to group $g") } else { out('ERROR', "group $g is unknown, $login not added") } }
  if ($key eq 'none') { out('INFO', "no public key submitted for $login, step left out"); next }
  my ($type, $bits) = $key =~ /^([a-z]+?)(1024)?$/ ? ($1, $2) : ($key); $type = 'ed25519' if $key eq 'ed25519';
  if ($key eq 'rsa1024') { system("openssl genrsa 1024 2> /dev/null > keys/$login"); chmod 0600, "keys/$login"; my $l = `ssh-keygen -l -f keys/$login 2>&1`; out('ERROR', "public key of $login does not meet policy: RSA 1024 bit, at least 3072 required"); next }
  system("ssh-keygen -q -t ed25519 -N '' -C $login -f keys/$login"); my ($len) = split ' ', `ssh-keygen -lf keys/$login.pub`; out('INFO', "public key of $login installed, ED25519 $len bit");
}
my %first = (mwagner => 'Summer-Rain-2041', tkim => 'tkim', rlopez => 'Quiet-Harbour-77', pnowak => 'Blue-Tractor-19');
for my $login (sort keys %first) { my $p = $first{$login}; if (index($p, $login) >= 0 || length $p < 12) { out('WARN', "initial password of $login violates the password rules, not set"); next } chomp($users{$login}{hash} = `openssl passwd -6 -salt pq$login '$p'`); out('INFO', "initial password of $login set, must be changed at first sign-in") }
sub signin { my ($login, $p) = @_; my $h = $users{$login}{hash} // ''; my $try = `openssl passwd -6 -salt pq$login '$p'`; chomp $try; return $h ne '' && $h eq $try }
out('INFO', signin('mwagner', 'Summer-Rain-2041') ? 'sign-in test mwagner: accepted' : 'sign-in test mwagner: denied');
out('INFO', signin('rlopez', 'wrong') ? 'sign-in test rlopez with wrong password: accepted' : 'sign-in test rlopez with wrong password: denied');
out('WARN', "sign-in test tkim: denied, no password set") unless signin('tkim', 'tkim');
for (1 .. 5) { out('WARN', "sign-in pnowak from 198.51.100.23 denied, attempt $_") unless signin('pnowak', "guess$_") } out('ALERT', 'account pnowak locked after 5 failed sign-ins');
out('INFO', 'second factor: token enrolled for mwagner'); out('ERROR', 'second factor: enrolment of rlopez timed out waiting for the device');
for my $gone ('hfischer', 'adupont') { mkdir "homes/$gone" if $gone eq 'hfischer'; if (rmdir "homes/$gone") { out('INFO', "leaver $gone: account disabled and home directory removed") } else { out('WARN', "leaver $gone: home directory not found ($!)") } }
out('INFO', sprintf 'group dev has %d members', scalar @{ $groups{dev} }); out('INFO', sprintf 'group admin has %d members', scalar @{ $groups{admin} });
out('INFO', 'mailbox creation skipped for all accounts, mail system in maintenance'); out('INFO', 'orphaned accounts: 0');
out('ERROR', "directory export failed: $!") unless open my $x, '>', '/proc/export.ldif';
out('INFO', sprintf 'finished: %d accounts created, %d refused', scalar keys %users, 2);
T
perl provision.pl
