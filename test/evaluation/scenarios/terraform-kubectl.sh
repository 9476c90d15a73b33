# terraform without providers, kubectl without a cluster.
unset TF_CLI_CONFIG_FILE; export TF_IN_AUTOMATION=1 CHECKPOINT_DISABLE=1 HOME=$PWD
cat > main.tf <<'T'
terraform { required_version = ">= 1.4" }
variable "region" { type = string }
resource "terraform_data" "bucket" { input = var.region }
resource "terraform_data" "queue" { input = "orders" }
output "bucket" { value = terraform_data.bucket.output }
check "naming" {
  assert {
    condition     = startswith(var.region, "us-")
    error_message = "Region should start with us-."
  }
}
T
export TF_CLI_ARGS=-no-color TF_CLI_ARGS_workspace= 
terraform init -input=false; terraform validate; terraform fmt -check; terraform plan -input=false; terraform apply -input=false -auto-approve -var region=eu-central-1; terraform output bucket; terraform output password; terraform destroy -auto-approve -var region=eu-central-1 -target=terraform_data.queue
echo 'resource "terraform_data" "bucket" {' > extra.tf; terraform validate; rm extra.tf; terraform workspace new staging; terraform workspace select production; terraform import -var region=x terraform_data.cache id-1
kubectl version --client; kubectl --server=http://127.0.0.1:$PORT_B get pods; kubectl config use-context production; kubectl create deployment web --image=web:1 --dry-run=client; printf 'kind: Pod\napiVersion: v1\nmetadata:\n  name: cache\n' > pod.yaml; kubectl apply -f pod.yaml --dry-run=client --validate=false --server=http://127.0.0.1:$PORT_B; kubectl apply -f missing.yaml
