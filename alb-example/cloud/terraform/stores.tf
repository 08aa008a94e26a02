# Secrets: letters and digits only, which every way of sending them leaves alone.

resource "random_password" "site" {
  length  = 48
  special = false
}

# 64 letters and digits are the Base64 of 48 bytes.
resource "random_password" "master_key" {
  length  = 64
  special = false
  lifecycle {
    prevent_destroy = true
  }
}

resource "random_password" "redis" {
  length  = 64
  special = false
}

resource "aws_secretsmanager_secret" "site" {
  name_prefix = "${var.name}-site-"
  description = "The client secret that the site's load balancer shows Gatehouse"
}

resource "aws_secretsmanager_secret_version" "site" {
  secret_id     = aws_secretsmanager_secret.site.id
  secret_string = random_password.site.result
}

resource "aws_secretsmanager_secret" "master_key" {
  name_prefix = "${var.name}-master-key-"
  description = "Gatehouse's master key; without it nobody's place is recognised"
}

resource "aws_secretsmanager_secret_version" "master_key" {
  secret_id     = aws_secretsmanager_secret.master_key.id
  secret_string = random_password.master_key.result
}

resource "aws_secretsmanager_secret" "redis" {
  name_prefix = "${var.name}-redis-"
  description = "The password of the line's Redis"
}

resource "aws_secretsmanager_secret_version" "redis" {
  secret_id     = aws_secretsmanager_secret.redis.id
  secret_string = random_password.redis.result
}

resource "aws_secretsmanager_secret" "operator" {
  name_prefix = "${var.name}-operator-"
  description = "The hash of the operator's password"
}

resource "aws_secretsmanager_secret_version" "operator" {
  secret_id     = aws_secretsmanager_secret.operator.id
  secret_string = var.operator_password_hash
}

# Stores: who waits is in Redis, whoever was called and everything else in the table.

resource "aws_dynamodb_table" "this" {
  name                        = var.name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "pk"
  deletion_protection_enabled = true

  attribute {
    name = "pk"
    type = "S"
  }
  attribute {
    name = "agenda"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
  global_secondary_index {
    name            = "agenda"
    hash_key        = "agenda"
    range_key       = "at"
    projection_type = "KEYS_ONLY"
  }
  ttl {
    attribute_name = "ttl"
    enabled        = true
  }
  point_in_time_recovery {
    enabled = true
  }
}

resource "aws_elasticache_subnet_group" "redis" {
  name       = var.name
  subnet_ids = [aws_subnet.private["a"].id, aws_subnet.private["b"].id]
}

# Places must not vanish when memory is short.
resource "aws_elasticache_parameter_group" "redis" {
  name   = var.name
  family = "valkey7"
  parameter {
    name  = "maxmemory-policy"
    value = "noeviction"
  }
}

resource "aws_elasticache_replication_group" "redis" {
  replication_group_id       = var.name
  description                = "Who waits"
  engine                     = "valkey"
  engine_version             = "7.2"
  node_type                  = var.redis_node_type
  num_cache_clusters         = 2
  automatic_failover_enabled = true
  multi_az_enabled           = true
  transit_encryption_enabled = true
  at_rest_encryption_enabled = true
  auth_token                 = random_password.redis.result
  parameter_group_name       = aws_elasticache_parameter_group.redis.name
  subnet_group_name          = aws_elasticache_subnet_group.redis.name
  security_group_ids         = [aws_security_group.redis.id]
}
