# Gatehouse, a virtual waiting room, and the Application Load Balancer of the site that it guards.
# How to use it: docs/sites/cloud.md. The same as ../cloudformation.yaml; a test holds both against Gatehouse.

terraform {
  required_version = ">= 1.9"
  required_providers {
    aws    = { source = "hashicorp/aws", version = "~> 6.25" }
    random = { source = "hashicorp/random", version = "~> 3.7" }
  }
  # The state holds the site's secret, the master key and the password of Redis: keep it encrypted.
}
