# ssh-keygen and gpg: keys made, wrong passphrases, signatures good and bad.
export GNUPGHOME=$PWD/gnupg; mkdir -m 700 gnupg
ssh-keygen -t ed25519 -N '' -C deploy@ci -f deploy_key
ssh-keygen -t rsa -b 512 -N '' -f weak_key
ssh-keygen -t rsa -b 2048 -N secret123 -C backup@ci -f backup_key
ssh-keygen -y -P wrongpass -f backup_key
echo payload > file.txt; ssh-keygen -Y sign -f deploy_key -n file file.txt
echo "deploy@ci $(cat deploy_key.pub)" > allowed
ssh-keygen -Y verify -f allowed -I deploy@ci -n file -s file.txt.sig < file.txt
echo tampered | ssh-keygen -Y verify -f allowed -I deploy@ci -n file -s file.txt.sig
ssh-keygen -l -f deploy_key.pub; ssh-keygen -l -f missing.pub
ssh-keygen -R oldserver.example.org -f known_hosts
gpg --batch --passphrase '' --quick-generate-key 'Release Bot <release@example.org>' ed25519 sign never
gpg --batch --yes --output file.sig --detach-sign file.txt; gpg --verify file.sig file.txt
echo evil >> file.txt; gpg --verify file.sig file.txt
gpg --batch --recipient nobody@example.org --encrypt file.txt
gpg --batch --decrypt file.txt
gpg --batch --import allowed; gpg --batch --delete-key nobody@example.org
gpgconf --kill all; ssh -o BatchMode=yes -o ConnectTimeout=2 -p $PORT_B deploy@127.0.0.1 true
