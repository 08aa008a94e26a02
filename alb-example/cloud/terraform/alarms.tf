# Alarms; docs/sites/cloud.md says what each means.

resource "aws_sns_topic" "alarms" {
  name = "${var.name}-alarms"
}

resource "aws_sns_topic_subscription" "alarms" {
  count     = var.alarm_email == "" ? 0 : 1
  topic_arn = aws_sns_topic.alarms.arn
  protocol  = "email"
  endpoint  = var.alarm_email
}

locals {
  site  = { LoadBalancer = aws_lb.site.arn_suffix }
  door  = { LoadBalancer = aws_lb.door.arn_suffix }
  nodes = { LoadBalancer = aws_lb.door.arn_suffix, TargetGroup = aws_lb_target_group.nodes.arn_suffix }
  tasks = { ClusterName = aws_ecs_cluster.this.name, ServiceName = aws_ecs_service.this.name }
  table = { TableName = aws_dynamodb_table.this.name }
  index = { TableName = aws_dynamodb_table.this.name, GlobalSecondaryIndexName = "agenda" }
  redis = {
    a = { CacheClusterId = "${aws_elasticache_replication_group.redis.id}-001" }
    b = { CacheClusterId = "${aws_elasticache_replication_group.redis.id}-002" }
  }

  # Periods in seconds; so many in a row must reach the threshold, or in NodesTooFew stay below it.
  alarms = {
    LoginsFailed = {
      description = "Logins at the site fail"
      namespace   = "AWS/ApplicationELB", metric = "ELBAuthFailure", dimensions = local.site
      statistic   = "Sum", period = 300, times = 1, threshold = 20
    }
    LoginsBroken = {
      description = "The site cannot reach Gatehouse, or is configured wrongly"
      namespace   = "AWS/ApplicationELB", metric = "ELBAuthError", dimensions = local.site
      statistic   = "Sum", period = 300, times = 1, threshold = 5
    }
    LoginsSlow = {
      description = "Gatehouse answers the site slowly"
      namespace   = "AWS/ApplicationELB", metric = "ELBAuthLatency", dimensions = local.site
      statistic   = "Average", period = 60, times = 3, threshold = 1000
    }
    ClaimsTooLarge = {
      description = "Claims do not fit into the site's session"
      namespace   = "AWS/ApplicationELB", metric = "ELBAuthUserClaimsSizeExceeded", dimensions = local.site
      statistic   = "Sum", period = 300, times = 1, threshold = 1
    }
    SiteErrors = {
      description = "The site's load balancer answers with errors"
      namespace   = "AWS/ApplicationELB", metric = "HTTPCode_ELB_5XX_Count", dimensions = local.site
      statistic   = "Sum", period = 300, times = 1, threshold = 20
    }
    DoorErrors = {
      description = "Gatehouse's load balancer answers with errors"
      namespace   = "AWS/ApplicationELB", metric = "HTTPCode_ELB_5XX_Count", dimensions = local.door
      statistic   = "Sum", period = 300, times = 1, threshold = 20
    }
    NodeErrors = {
      description = "Gatehouse answers with errors"
      namespace   = "AWS/ApplicationELB", metric = "HTTPCode_Target_5XX_Count", dimensions = local.door
      statistic   = "Sum", period = 300, times = 1, threshold = 20
    }
    NodesUnready = {
      description = "A node does not reach its stores"
      namespace   = "AWS/ApplicationELB", metric = "UnHealthyHostCount", dimensions = local.nodes
      statistic   = "Maximum", period = 60, times = 3, threshold = 1
    }
    NodesTooFew = {
      description = "Fewer than two nodes serve"
      namespace   = "AWS/ApplicationELB", metric = "HealthyHostCount", dimensions = local.nodes
      statistic   = "Minimum", period = 60, times = 3, threshold = 2
    }
    NodesBusy = {
      description = "Nodes are short of processor"
      namespace   = "AWS/ECS", metric = "CPUUtilization", dimensions = local.tasks
      statistic   = "Average", period = 60, times = 5, threshold = 80
    }
    NodesFull = {
      description = "Nodes are short of memory"
      namespace   = "AWS/ECS", metric = "MemoryUtilization", dimensions = local.tasks
      statistic   = "Maximum", period = 60, times = 5, threshold = 90
    }
    TableReadsThrottled = {
      description = "The table refuses reads"
      namespace   = "AWS/DynamoDB", metric = "ReadThrottleEvents", dimensions = local.table
      statistic   = "Sum", period = 60, times = 2, threshold = 10
    }
    TableWritesThrottled = {
      description = "The table refuses writes"
      namespace   = "AWS/DynamoDB", metric = "WriteThrottleEvents", dimensions = local.table
      statistic   = "Sum", period = 60, times = 2, threshold = 10
    }
    AgendaWritesThrottled = {
      description = "The table's index refuses writes"
      namespace   = "AWS/DynamoDB", metric = "WriteThrottleEvents", dimensions = local.index
      statistic   = "Sum", period = 60, times = 2, threshold = 10
    }
    RedisFull1 = {
      description = "Redis is short of memory"
      namespace   = "AWS/ElastiCache", metric = "DatabaseMemoryUsagePercentage", dimensions = local.redis.a
      statistic   = "Maximum", period = 60, times = 3, threshold = 70
    }
    RedisEvicts1 = {
      description = "Redis throws places away"
      namespace   = "AWS/ElastiCache", metric = "Evictions", dimensions = local.redis.a
      statistic   = "Sum", period = 60, times = 1, threshold = 1
    }
    RedisBusy1 = {
      description = "Redis is short of processor"
      namespace   = "AWS/ElastiCache", metric = "EngineCPUUtilization", dimensions = local.redis.a
      statistic   = "Average", period = 60, times = 3, threshold = 80
    }
    RedisFull2 = {
      description = "Redis is short of memory"
      namespace   = "AWS/ElastiCache", metric = "DatabaseMemoryUsagePercentage", dimensions = local.redis.b
      statistic   = "Maximum", period = 60, times = 3, threshold = 70
    }
    RedisEvicts2 = {
      description = "Redis throws places away"
      namespace   = "AWS/ElastiCache", metric = "Evictions", dimensions = local.redis.b
      statistic   = "Sum", period = 60, times = 1, threshold = 1
    }
    RedisBusy2 = {
      description = "Redis is short of processor"
      namespace   = "AWS/ElastiCache", metric = "EngineCPUUtilization", dimensions = local.redis.b
      statistic   = "Average", period = 60, times = 3, threshold = 80
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each            = local.alarms
  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = each.value.description
  alarm_actions       = [aws_sns_topic.alarms.arn]
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  dimensions          = each.value.dimensions
  statistic           = each.value.statistic
  period              = each.value.period
  evaluation_periods  = each.value.times
  threshold           = each.value.threshold
  comparison_operator = each.key == "NodesTooFew" ? "LessThanThreshold" : "GreaterThanOrEqualToThreshold"
  treat_missing_data  = each.key == "NodesTooFew" ? "breaching" : "notBreaching"
}
