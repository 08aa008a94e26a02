locals {
  issuer = "https://${var.gatehouse_host}"

  # Gatehouse's settings, docs/configure.md.
  settings = {
    gatehouse = {
      issuer            = local.issuer
      "trusted-proxies" = 1
      store             = "redis+dynamodb"
      dynamodb          = { table = aws_dynamodb_table.this.name, region = local.region }
      rooms = {
        shop = {
          title           = var.room_title
          rate            = var.rate
          capacity        = var.capacity
          "admission-ttl" = "${var.admission_ttl}s"
        }
      }
      sites = {
        shop = {
          room                        = "shop"
          preset                      = "alb"
          entry                       = "https://${var.site_host}/"
          entries                     = { for key, page in var.landing_pages : key => "https://${var.site_host}${page.path}" }
          "redirect-uris"             = ["https://${var.site_host}/oauth2/idpresponse"]
          "post-logout-redirect-uris" = ["https://${var.site_host}/goodbye"]
        }
      }
    }
    spring = {
      data = {
        redis = {
          host = aws_elasticache_replication_group.redis.primary_endpoint_address
          port = 6379
          ssl  = { enabled = true }
        }
      }
    }
    server = { jetty = { "connection-idle-timeout" = "75s" } }
    # Health has a connector of its own, so that no crowd delays its answer.
    management = { server = { port = 8081 } }
  }
}

resource "aws_cloudwatch_log_group" "this" {
  name_prefix       = "${var.name}-"
  retention_in_days = var.log_days
}

resource "aws_ecs_cluster" "this" {
  name = var.name
}

data "aws_iam_policy_document" "tasks" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account]
    }
  }
}

# What starting a node needs.
resource "aws_iam_role" "start" {
  name_prefix        = "${var.name}-start-"
  assume_role_policy = data.aws_iam_policy_document.tasks.json
}

resource "aws_iam_role_policy" "start" {
  role   = aws_iam_role.start.id
  policy = data.aws_iam_policy_document.start.json
}

data "aws_iam_policy_document" "start" {
  statement {
    actions = ["secretsmanager:GetSecretValue"]
    resources = [
      aws_secretsmanager_secret.site.arn,
      aws_secretsmanager_secret.master_key.arn,
      aws_secretsmanager_secret.redis.arn,
      aws_secretsmanager_secret.operator.arn,
    ]
  }
  statement {
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.this.arn}:*"]
  }
  statement {
    actions   = ["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer", "ecr:BatchCheckLayerAvailability"]
    resources = [data.aws_ecr_repository.this.arn]
  }
  # Knows no resource.
  statement {
    actions   = ["ecr:GetAuthorizationToken"]
    resources = ["*"]
  }
}

# What a running node needs: what the DynamoDB store calls, and no more.
resource "aws_iam_role" "node" {
  name_prefix        = "${var.name}-node-"
  assume_role_policy = data.aws_iam_policy_document.tasks.json
}

resource "aws_iam_role_policy" "node" {
  role   = aws_iam_role.node.id
  policy = data.aws_iam_policy_document.node.json
}

data "aws_iam_policy_document" "node" {
  statement {
    actions = [
      "dynamodb:GetItem",
      "dynamodb:BatchGetItem",
      "dynamodb:PutItem",
      "dynamodb:BatchWriteItem",
      "dynamodb:UpdateItem",
      "dynamodb:DeleteItem",
      "dynamodb:PartiQLInsert",
      "dynamodb:DescribeTable",
      "dynamodb:DescribeTimeToLive",
      "dynamodb:DescribeContinuousBackups",
    ]
    resources = [aws_dynamodb_table.this.arn]
  }
  statement {
    actions   = ["dynamodb:Query"]
    resources = ["${aws_dynamodb_table.this.arn}/index/agenda"]
  }
}

data "aws_ecr_repository" "this" {
  name = var.repository
}

resource "aws_ecs_task_definition" "this" {
  family                   = var.name
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = "1024"
  memory                   = "2048"
  execution_role_arn       = aws_iam_role.start.arn
  task_role_arn            = aws_iam_role.node.arn

  runtime_platform {
    operating_system_family = "LINUX"
    cpu_architecture        = var.architecture
  }
  volume {
    name = "tmp"
  }
  container_definitions = jsonencode([{
    name                   = "gatehouse"
    image                  = "${data.aws_ecr_repository.this.repository_url}:${var.image_tag}"
    essential              = true
    user                   = "10001:10001"
    readonlyRootFilesystem = true
    linuxParameters        = { capabilities = { drop = ["ALL"] } }
    mountPoints            = [{ sourceVolume = "tmp", containerPath = "/tmp" }]
    portMappings           = [{ containerPort = 8080 }, { containerPort = 8081 }]
    # Longer than the 30 s in which requests under way are finished.
    stopTimeout = 60
    environment = [{ name = "SPRING_APPLICATION_JSON", value = jsonencode(local.settings) }]
    secrets = [
      { name = "GATEHOUSE_MASTERKEY", valueFrom = aws_secretsmanager_secret_version.master_key.arn },
      { name = "GATEHOUSE_SITES_SHOP_SECRET", valueFrom = aws_secretsmanager_secret_version.site.arn },
      { name = "GATEHOUSE_OPERATORS_OPERATOR_PASSWORD", valueFrom = aws_secretsmanager_secret_version.operator.arn },
      { name = "SPRING_DATA_REDIS_PASSWORD", valueFrom = aws_secretsmanager_secret_version.redis.arn },
    ]
    logConfiguration = {
      logDriver = "awslogs"
      options = {
        "awslogs-group"         = aws_cloudwatch_log_group.this.name
        "awslogs-region"        = local.region
        "awslogs-stream-prefix" = "gatehouse"
        mode                    = "non-blocking"
      }
    }
  }])
}

resource "aws_ecs_service" "this" {
  name                              = var.name
  cluster                           = aws_ecs_cluster.this.id
  task_definition                   = aws_ecs_task_definition.this.arn
  launch_type                       = "FARGATE"
  desired_count                     = var.min_nodes
  availability_zone_rebalancing     = "ENABLED"
  health_check_grace_period_seconds = 120
  # 200 % lets a node that is not ready go on showing its calm page until there is a better one.
  deployment_minimum_healthy_percent = 100
  deployment_maximum_percent         = 200
  depends_on                         = [aws_lb_listener.door]

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }
  network_configuration {
    assign_public_ip = false
    subnets          = [aws_subnet.private["a"].id, aws_subnet.private["b"].id]
    security_groups  = [aws_security_group.nodes.id]
  }
  load_balancer {
    container_name   = "gatehouse"
    container_port   = 8080
    target_group_arn = aws_lb_target_group.nodes.arn
  }
  # The scaling below moves it.
  lifecycle {
    ignore_changes = [desired_count]
  }
}

resource "aws_appautoscaling_target" "this" {
  service_namespace  = "ecs"
  scalable_dimension = "ecs:service:DesiredCount"
  resource_id        = "service/${aws_ecs_cluster.this.name}/${aws_ecs_service.this.name}"
  min_capacity       = var.min_nodes
  max_capacity       = var.max_nodes
}

resource "aws_appautoscaling_policy" "cpu" {
  name               = "cpu"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.this.service_namespace
  scalable_dimension = aws_appautoscaling_target.this.scalable_dimension
  resource_id        = aws_appautoscaling_target.this.resource_id
  target_tracking_scaling_policy_configuration {
    target_value       = 50
    scale_in_cooldown  = 600
    scale_out_cooldown = 60
    predefined_metric_specification {
      predefined_metric_type = "ECSServiceAverageCPUUtilization"
    }
  }
}

# Gatehouse's own load balancer

resource "aws_lb" "door" {
  name                       = "${var.name}-door"
  load_balancer_type         = "application"
  subnets                    = [aws_subnet.public["a"].id, aws_subnet.public["b"].id]
  security_groups            = [aws_security_group.door.id]
  drop_invalid_header_fields = true
  depends_on                 = [aws_route.out]
  # Shorter than a node's 75 s, so that no node closes a connection which is just being used.
  idle_timeout = 60
  dynamic "access_logs" {
    for_each = var.access_log_bucket == "" ? [] : [var.access_log_bucket]
    content {
      bucket  = access_logs.value
      enabled = true
    }
  }
}

resource "aws_lb_target_group" "nodes" {
  name        = "${var.name}-nodes"
  vpc_id      = aws_vpc.this.id
  target_type = "ip"
  protocol    = "HTTP"
  port        = 8080
  # Longer than the 30 s in which a node finishes what it has begun.
  deregistration_delay = "45"
  health_check {
    port                = "8081"
    path                = "/actuator/health/readiness"
    interval            = 10
    timeout             = 5
    healthy_threshold   = 2
    unhealthy_threshold = 6
    matcher             = "200"
  }
}

resource "aws_lb_listener" "door" {
  load_balancer_arn = aws_lb.door.arn
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-2021-06"
  certificate_arn   = var.certificate_arn
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.nodes.arn
  }
}

# Health is asked from inside only.
resource "aws_lb_listener_rule" "door_closed" {
  listener_arn = aws_lb_listener.door.arn
  priority     = 10
  condition {
    path_pattern {
      values = ["/actuator", "/actuator/*"]
    }
  }
  action {
    type = "fixed-response"
    fixed_response {
      content_type = "text/plain"
      status_code  = "404"
    }
  }
}

resource "aws_lb_listener" "door_redirect" {
  load_balancer_arn = aws_lb.door.arn
  port              = 80
  protocol          = "HTTP"
  default_action {
    type = "redirect"
    redirect {
      protocol    = "HTTPS"
      port        = "443"
      status_code = "HTTP_301"
    }
  }
}

# A records: the site's load balancer calls Gatehouse by IPv4 only.
resource "aws_route53_record" "gatehouse" {
  count   = var.zone_id == "" ? 0 : 1
  zone_id = var.zone_id
  name    = var.gatehouse_host
  type    = "A"
  alias {
    name                   = aws_lb.door.dns_name
    zone_id                = aws_lb.door.zone_id
    evaluate_target_health = false
  }
}
