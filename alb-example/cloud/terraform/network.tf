# Two zones; load balancers are public, everything else has no way out but the endpoints below.

data "aws_region" "here" {}

data "aws_caller_identity" "me" {}

data "aws_partition" "here" {}

data "aws_availability_zones" "all" {
  state = "available"
}

locals {
  region  = data.aws_region.here.region
  account = data.aws_caller_identity.me.account_id
  zones   = { a = 0, b = 1 }
}

resource "aws_vpc" "this" {
  cidr_block           = "10.0.0.0/16"
  enable_dns_support   = true
  enable_dns_hostnames = true
  tags                 = { Name = var.name }
}

resource "aws_internet_gateway" "this" {
  vpc_id = aws_vpc.this.id
}

resource "aws_subnet" "public" {
  for_each          = local.zones
  vpc_id            = aws_vpc.this.id
  cidr_block        = "10.0.${each.value}.0/24"
  availability_zone = data.aws_availability_zones.all.names[each.value]
}

resource "aws_subnet" "private" {
  for_each          = local.zones
  vpc_id            = aws_vpc.this.id
  cidr_block        = "10.0.${10 + each.value}.0/24"
  availability_zone = data.aws_availability_zones.all.names[each.value]
}

resource "aws_route_table" "public" {
  vpc_id = aws_vpc.this.id
}

resource "aws_route" "out" {
  route_table_id         = aws_route_table.public.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.this.id
}

resource "aws_route_table_association" "public" {
  for_each       = local.zones
  subnet_id      = aws_subnet.public[each.key].id
  route_table_id = aws_route_table.public.id
}

resource "aws_route_table" "private" {
  vpc_id = aws_vpc.this.id
}

resource "aws_route_table_association" "private" {
  for_each       = local.zones
  subnet_id      = aws_subnet.private[each.key].id
  route_table_id = aws_route_table.private.id
}

resource "aws_vpc_endpoint" "table" {
  vpc_id            = aws_vpc.this.id
  vpc_endpoint_type = "Gateway"
  service_name      = "com.amazonaws.${local.region}.dynamodb"
  route_table_ids   = [aws_route_table.private.id]
  policy            = data.aws_iam_policy_document.table.json
}

data "aws_iam_policy_document" "table" {
  statement {
    actions   = ["dynamodb:*"]
    resources = [aws_dynamodb_table.this.arn, "${aws_dynamodb_table.this.arn}/index/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}

# Layers of images come from a bucket of ECR's.
resource "aws_vpc_endpoint" "image_layers" {
  vpc_id            = aws_vpc.this.id
  vpc_endpoint_type = "Gateway"
  service_name      = "com.amazonaws.${local.region}.s3"
  route_table_ids   = [aws_route_table.private.id]
  policy            = data.aws_iam_policy_document.image_layers.json
}

data "aws_iam_policy_document" "image_layers" {
  statement {
    actions   = ["s3:GetObject"]
    resources = ["arn:${data.aws_partition.here.partition}:s3:::prod-${local.region}-starport-layer-bucket/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}

resource "aws_vpc_endpoint" "services" {
  for_each            = toset(["ecr.dkr", "ecr.api", "logs", "secretsmanager"])
  vpc_id              = aws_vpc.this.id
  vpc_endpoint_type   = "Interface"
  service_name        = "com.amazonaws.${local.region}.${each.key}"
  private_dns_enabled = true
  subnet_ids          = [aws_subnet.private["a"].id, aws_subnet.private["b"].id]
  security_group_ids  = [aws_security_group.endpoints.id]
}

# Who may talk to whom. Without an egress rule nothing goes out.

resource "aws_security_group" "site" {
  name_prefix = "${var.name}-site-"
  description = "The load balancer of the site"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "site" {
  for_each          = { http = 80, https = 443 }
  security_group_id = aws_security_group.site.id
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_vpc_security_group_egress_rule" "site_to_gatehouse" {
  security_group_id = aws_security_group.site.id
  description       = "Gatehouse by its public name"
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_vpc_security_group_egress_rule" "site_to_shop" {
  security_group_id = aws_security_group.site.id
  ip_protocol       = "tcp"
  from_port         = var.site_port
  to_port           = var.site_port
  cidr_ipv4         = aws_vpc.this.cidr_block
}

resource "aws_security_group" "door" {
  name_prefix = "${var.name}-door-"
  description = "The load balancer of Gatehouse"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "door" {
  for_each          = { http = 80, https = 443 }
  security_group_id = aws_security_group.door.id
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_vpc_security_group_egress_rule" "door_to_nodes" {
  security_group_id            = aws_security_group.door.id
  ip_protocol                  = "tcp"
  from_port                    = 8080
  to_port                      = 8081
  referenced_security_group_id = aws_security_group.nodes.id
}

resource "aws_security_group" "nodes" {
  name_prefix = "${var.name}-nodes-"
  description = "The nodes of Gatehouse"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "nodes" {
  security_group_id            = aws_security_group.nodes.id
  ip_protocol                  = "tcp"
  from_port                    = 8080
  to_port                      = 8081
  referenced_security_group_id = aws_security_group.door.id
}

resource "aws_vpc_security_group_egress_rule" "nodes_to_redis" {
  security_group_id            = aws_security_group.nodes.id
  ip_protocol                  = "tcp"
  from_port                    = 6379
  to_port                      = 6379
  referenced_security_group_id = aws_security_group.redis.id
}

resource "aws_vpc_security_group_egress_rule" "nodes_to_endpoints" {
  security_group_id            = aws_security_group.nodes.id
  ip_protocol                  = "tcp"
  from_port                    = 443
  to_port                      = 443
  referenced_security_group_id = aws_security_group.endpoints.id
}

resource "aws_vpc_security_group_egress_rule" "nodes_to_gateways" {
  for_each          = { table = aws_vpc_endpoint.table.prefix_list_id, image_layers = aws_vpc_endpoint.image_layers.prefix_list_id }
  security_group_id = aws_security_group.nodes.id
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
  prefix_list_id    = each.value
}

resource "aws_security_group" "redis" {
  name_prefix = "${var.name}-redis-"
  description = "The Redis of the line"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "redis" {
  security_group_id            = aws_security_group.redis.id
  ip_protocol                  = "tcp"
  from_port                    = 6379
  to_port                      = 6379
  referenced_security_group_id = aws_security_group.nodes.id
}

resource "aws_security_group" "endpoints" {
  name_prefix = "${var.name}-endpoints-"
  description = "The endpoints of AWS services"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "endpoints" {
  security_group_id            = aws_security_group.endpoints.id
  ip_protocol                  = "tcp"
  from_port                    = 443
  to_port                      = 443
  referenced_security_group_id = aws_security_group.nodes.id
}
