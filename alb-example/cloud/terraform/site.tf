# The site's load balancer; its rules are those of docs/sites/alb.md.

locals {
  scope          = "openid profile room"
  session_cookie = "AWSELBAuthSessionCookie"
}

resource "aws_lb" "site" {
  name                       = "${var.name}-site"
  load_balancer_type         = "application"
  subnets                    = [aws_subnet.public["a"].id, aws_subnet.public["b"].id]
  security_groups            = [aws_security_group.site.id]
  drop_invalid_header_fields = true
  depends_on                 = [aws_route.out]
  dynamic "access_logs" {
    for_each = var.access_log_bucket == "" ? [] : [var.access_log_bucket]
    content {
      bucket  = access_logs.value
      enabled = true
    }
  }
}

resource "aws_lb_target_group" "shop" {
  name        = "${var.name}-shop"
  vpc_id      = aws_vpc.this.id
  target_type = "ip"
  protocol    = "HTTP"
  port        = var.site_port
  health_check {
    path = var.site_health_path
  }
}

resource "aws_lb_listener" "site_redirect" {
  load_balancer_arn = aws_lb.site.arn
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

resource "aws_lb_listener" "site" {
  load_balancer_arn = aws_lb.site.arn
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-2021-06"
  certificate_arn   = var.certificate_arn
  default_action {
    type  = "authenticate-oidc"
    order = 1
    authenticate_oidc {
      issuer                     = local.issuer
      authorization_endpoint     = "${local.issuer}/authorize"
      token_endpoint             = "${local.issuer}/token"
      user_info_endpoint         = "${local.issuer}/userinfo"
      client_id                  = "shop"
      client_secret              = random_password.site.result
      scope                      = local.scope
      session_cookie_name        = local.session_cookie
      session_timeout            = var.admission_ttl
      on_unauthenticated_request = "authenticate"
    }
  }
  default_action {
    type             = "forward"
    order            = 2
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

resource "aws_lb_listener_rule" "open" {
  listener_arn = aws_lb_listener.site.arn
  priority     = 10
  condition {
    path_pattern {
      values = var.open_paths
    }
  }
  action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

# Else leaving would mean waiting.
resource "aws_lb_listener_rule" "goodbye" {
  listener_arn = aws_lb_listener.site.arn
  priority     = 20
  condition {
    path_pattern {
      values = ["/goodbye", "/logout"]
    }
  }
  action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

# A script cannot follow a redirect to another site; a 401 it understands.
resource "aws_lb_listener_rule" "api" {
  listener_arn = aws_lb_listener.site.arn
  priority     = 30
  condition {
    path_pattern {
      values = ["/api/*"]
    }
  }
  action {
    type  = "authenticate-oidc"
    order = 1
    authenticate_oidc {
      issuer                     = local.issuer
      authorization_endpoint     = "${local.issuer}/authorize"
      token_endpoint             = "${local.issuer}/token"
      user_info_endpoint         = "${local.issuer}/userinfo"
      client_id                  = "shop"
      client_secret              = random_password.site.result
      scope                      = local.scope
      session_cookie_name        = local.session_cookie
      session_timeout            = var.admission_ttl
      on_unauthenticated_request = "deny"
    }
  }
  action {
    type             = "forward"
    order            = 2
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

# One rule for each landing page that must survive a long wait.
resource "aws_lb_listener_rule" "landing" {
  for_each     = var.landing_pages
  listener_arn = aws_lb_listener.site.arn
  priority     = each.value.priority
  condition {
    path_pattern {
      values = [each.value.path]
    }
  }
  action {
    type  = "authenticate-oidc"
    order = 1
    authenticate_oidc {
      issuer                              = local.issuer
      authorization_endpoint              = "${local.issuer}/authorize"
      token_endpoint                      = "${local.issuer}/token"
      user_info_endpoint                  = "${local.issuer}/userinfo"
      client_id                           = "shop"
      client_secret                       = random_password.site.result
      scope                               = local.scope
      session_cookie_name                 = local.session_cookie
      session_timeout                     = var.admission_ttl
      on_unauthenticated_request          = "authenticate"
      authentication_request_extra_params = { entry = each.key }
    }
  }
  action {
    type             = "forward"
    order            = 2
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

resource "aws_route53_record" "site" {
  count   = var.zone_id == "" ? 0 : 1
  zone_id = var.zone_id
  name    = var.site_host
  type    = "A"
  alias {
    name                   = aws_lb.site.dns_name
    zone_id                = aws_lb.site.zone_id
    evaluate_target_health = false
  }
}
