run() { echo "+ $*"; "$@" 2>&1 | cut -c1-300 | head -8; }
export AWS_MAX_ATTEMPTS=1 AWS_EC2_METADATA_DISABLED=true AWS_DEFAULT_REGION=eu-central-1 AWS_CONFIG_FILE=$PWD/aws AWS_SHARED_CREDENTIALS_FILE=$PWD/cred
ssh-keygen -q -t ed25519 -N '' -C ops@example.org -f ops_key; echo garbage > bad_key; chmod 600 bad_key
run ssh-keygen -l -E md5 -f bad_key
run ssh -o BatchMode=yes -o ConnectTimeout=2 -o StrictHostKeyChecking=no -p 9 ops@127.0.0.1 uptime
run ssh -o BatchMode=yes bastion.invalid uptime
run curl -sS -o /dev/null -w 'status page: HTTP %{http_code} in %{time_total}s\n' -m 2 http://127.0.0.1:9/
python3 -m http.server "$PORT_A" --bind 127.0.0.1 >server.log 2>&1 & srv=$!; sleep 1.5; mkdir -p site; echo hi > site/index.html; chmod 000 ops_key.pub 2>/dev/null
run curl -sS -o /dev/null -w 'landing page: HTTP %{http_code}, %{size_download} bytes\n' "http://127.0.0.1:$PORT_A/site/index.html"
run curl -sS -f -o price.json "http://127.0.0.1:$PORT_A/api/price.json"
run curl -sS -X PUT -o /dev/null -w 'PUT site/new.html: HTTP %{http_code}\n' "http://127.0.0.1:$PORT_A/site/new.html"
run curl -sS --resolve shop.test:"$PORT_A":127.0.0.1 -k -o /dev/null -w '%{http_code}\n' "https://shop.test:$PORT_A/"
kill $srv
run aws s3 cp site/index.html s3://backup-eu/index.html
run aws s3 ls s3://Bad_Bucket_Name
run aws ec2 start-instance --instance-ids i-0abc
run docker --host tcp://127.0.0.1:9 ps
run docker --host tcp://127.0.0.1:9 images
run git clone -q https://127.0.0.1:9/infra.git
git init -q infra && cd infra && git -c user.name=o -c user.email=o@e commit -q --allow-empty -m init
run git push -q origin main
run git tag v2.0.1
run git tag v2.0.1
run git checkout -q release-9
run git stash pop
run git -c user.name=o -c user.email=o@e commit -m again
cd ..
run tar -cf infra.tar --exclude=.git infra
run tar -xf infra.tar -C /proc/nowhere
run jq .port site/index.html
run python3 -m json.tool site/missing.json
run timeout 1 sleep 5
echo "timeout ended with $?"
run openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:x -in site/index.html
run unzip -o bundle.zip
echo "3 hosts reachable: web-1 web-2 db-1"
echo "1 host unreachable: cache-1"
echo "dry run: would restart nginx on web-1"
