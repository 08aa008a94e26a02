# What an ALB has to know, for rules of your own.

output "issuer" {
  value = local.issuer
}

output "authorization_endpoint" {
  value = "${local.issuer}/authorize"
}

output "token_endpoint" {
  value = "${local.issuer}/token"
}

output "user_info_endpoint" {
  value = "${local.issuer}/userinfo"
}

output "client_id" {
  value = "shop"
}

output "client_secret_arn" {
  value = aws_secretsmanager_secret.site.arn
}

output "scope" {
  value = local.scope
}

output "session_cookie_name" {
  value = local.session_cookie
}

output "session_timeout" {
  value = var.admission_ttl
}

output "on_unauthenticated_request" {
  description = "For pages; deny for what scripts call"
  value       = "authenticate"
}

output "authentication_request_extra_params" {
  description = "Of the rule of each landing page, by its path; no other rule has any"
  value       = jsonencode({ for key, page in var.landing_pages : page.path => { entry = key } })
}

output "redirect_uri" {
  value = "https://${var.site_host}/oauth2/idpresponse"
}

# What you do next.

output "shop_target_group" {
  description = "Register the site's own servers here"
  value       = aws_lb_target_group.shop.arn
}

output "network" {
  description = "The VPC in which they are to be"
  value       = aws_vpc.this.id
}

output "private_subnets" {
  description = "Subnets for them without a way out"
  value       = "${aws_subnet.private["a"].id},${aws_subnet.private["b"].id}"
}

output "site_group" {
  description = "Let this security group reach them at site_port"
  value       = aws_security_group.site.id
}

output "site_address" {
  description = "site_host is to lead here"
  value       = aws_lb.site.dns_name
}

output "gatehouse_address" {
  description = "gatehouse_host is to lead here"
  value       = aws_lb.door.dns_name
}

output "panel" {
  value = "${local.issuer}/panel"
}

output "alarm_topic" {
  value = aws_sns_topic.alarms.arn
}
