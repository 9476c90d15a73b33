# The AWS command line against a local stand-in for the service: a release with buckets, queues, tables, users and a stack.
export AWS_ACCESS_KEY_ID=AKIAEXAMPLE AWS_SECRET_ACCESS_KEY=example AWS_DEFAULT_REGION=eu-central-1 AWS_PAGER= AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null AWS_EC2_METADATA_DISABLED=true AWS_MAX_ATTEMPTS=1
python3 - $PORT_A > /dev/null 2>&1 <<'T' &
import sys
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple
run_simple('127.0.0.1', int(sys.argv[1]), DomainDispatcherApplication(create_backend_app), threaded=True)
T
m=$!
for i in $(seq 80); do curl -s -o /dev/null http://127.0.0.1:$PORT_A/moto-api/ && break; sleep 0.5; done
a() { echo "+ aws $*" | cut -c1-150; aws --endpoint-url http://127.0.0.1:$PORT_A --output json "$@"; local c=$?; [ $c = 0 ] && ok=$((ok+1)) || { bad=$((bad+1)); echo "  exit status $c"; }; }
ok=0; bad=0
say() { echo "$(date -u +%H:%M:%SZ) deploy: $*"; }
mkdir site; echo '<h1>hi</h1>' > site/index.html; echo 'x' > site/app.js; echo 'body{}' > site/app.css
say "release 2026.11.2 to account 123456789012, region eu-central-1"
a s3 mb s3://acme-web-prod; a s3 mb s3://acme-logs-prod
a s3 sync site s3://acme-web-prod --no-progress
a s3 cp missing.zip s3://acme-web-prod/
a s3 ls s3://acme-backup-prod
a s3api put-bucket-versioning --bucket acme-web-prod --versioning-configuration Status=Enabled; a s3api get-bucket-versioning --bucket acme-web-prod
a s3api get-bucket-encryption --bucket acme-logs-prod
a s3api put-public-access-block --bucket acme-logs-prod --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true; a s3api get-public-access-block --bucket acme-logs-prod
a dynamodb create-table --table-name sessions --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST --query TableDescription.TableStatus
a dynamodb create-table --table-name sessions --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST
a dynamodb put-item --table-name sessions --item '{"id":{"S":"s-1"}}'; a dynamodb scan --table-name sessions --query Count
a dynamodb describe-table --table-name audit-trail
a sqs create-queue --queue-name mail-out; a sqs send-message --queue-url http://127.0.0.1:$PORT_A/123456789012/mail-out --message-body hello --query MD5OfMessageBody
a sqs get-queue-url --queue-name mail-dead-letter
a iam create-user --user-name ci-bot --query User.Arn; a iam create-user --user-name ci-bot; a iam attach-user-policy --user-name ci-bot --policy-arn arn:aws:iam::123456789012:policy/Deploy; a iam list-mfa-devices --user-name ci-bot
a iam delete-user --user-name old-intern
a kms create-key --description releases --query KeyMetadata.KeyState
a secretsmanager create-secret --name prod/db --secret-string s3cret --query Name; a secretsmanager get-secret-value --secret-id prod/smtp
printf 'Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName: alarms\n' > good.yaml; printf 'Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n   bad\n' > bad.yaml
a cloudformation create-stack --stack-name monitoring --template-body file://good.yaml --query StackId; a cloudformation describe-stacks --stack-name monitoring --query 'Stacks[0].StackStatus'
a cloudformation validate-template --template-body file://bad.yaml
a ec2 run-instances --image-id ami-12c6146b --count 2 --instance-type t3.micro --query 'Instances[].State.Name'
a ec2 terminate-instances --instance-ids i-0123456789abcdef0
a ssm put-parameter --name /prod/feature/checkout --value on --type String --query Version; a ssm get-parameter --name /prod/feature/checkout --query Parameter.Value
a s3 rm s3://acme-web-prod/app.css; a s3 ls s3://acme-web-prod
say "smoke test: skipped (--no-smoke given)"
say "cache invalidation skipped: distribution id not set for this environment"
say "release 2026.11.2 finished: $ok calls succeeded, $bad calls failed"
kill $m
