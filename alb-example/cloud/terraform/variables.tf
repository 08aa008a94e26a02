variable "name" {
  description = "Begins the names of what is made"
  type        = string
  default     = "gatehouse"
}

variable "site_host" {
  description = "The site's host name, in lower case"
  type        = string
  default     = "shop.example"
}

variable "gatehouse_host" {
  description = "Gatehouse's host name, best below the site's"
  type        = string
  default     = "queue.shop.example"
}

variable "certificate_arn" {
  description = "A certificate of this region for both names"
  type        = string
}

variable "zone_id" {
  description = "The Route 53 zone for both names; empty if you keep the records yourself"
  type        = string
  default     = ""
}

variable "site_port" {
  description = "The port of the site's own servers, which you register with the target group"
  type        = number
  default     = 80
}

variable "site_health_path" {
  type    = string
  default = "/health"
}

variable "open_paths" {
  description = "What needs no admission: health, and everything that pages load by themselves. Up to 5"
  type        = list(string)
  default     = ["/health", "/assets/*", "/favicon.ico", "/robots.txt"]
  validation {
    condition     = length(var.open_paths) <= 5
    error_message = "A rule of an ALB takes up to 5 paths."
  }
}

variable "landing_pages" {
  description = "Pages that are reached again after a long wait: a key of letters and digits, the path, and the rule's priority, which is to stay"
  type        = map(object({ path = string, priority = number }))
  default = {
    lantern = { path = "/goods/lantern", priority = 40 }
    thermos = { path = "/goods/thermos", priority = 41 }
  }
  validation {
    condition     = alltrue([for key in keys(var.landing_pages) : can(regex("^[A-Za-z0-9]+$", key))])
    error_message = "Keys are made of letters and digits."
  }
  validation {
    condition     = alltrue([for page in values(var.landing_pages) : page.priority >= 40 && page.priority <= 50000])
    error_message = "Priorities go from 40, behind the other rules, to 50000."
  }
  validation {
    condition     = length(distinct([for page in values(var.landing_pages) : page.priority])) == length(var.landing_pages)
    error_message = "Each page needs a priority of its own."
  }
}

variable "admission_ttl" {
  description = "How many seconds an admission lasts, and with it the load balancer's session"
  type        = number
  default     = 3600
  validation {
    condition     = var.admission_ttl >= 60 && var.admission_ttl <= 604800
    error_message = "From 60 seconds to 7 days, which is the most that an ALB's session lasts."
  }
}

variable "room_title" {
  type    = string
  default = "Shop"
}

variable "rate" {
  description = "How fast visitors are let in"
  type        = string
  default     = "200/1m"
}

variable "capacity" {
  description = "How many visitors may be inside at once"
  type        = number
  default     = 500
}

variable "operator_password_hash" {
  description = "What hash-password prints for the operator of the panel"
  type        = string
  sensitive   = true
}

variable "repository" {
  description = "The ECR repository of this account and region that holds the image"
  type        = string
  default     = "gatehouse"
}

variable "image_tag" {
  description = "The image's tag; a fixed one, so that every node runs the same"
  type        = string
  validation {
    condition     = var.image_tag != "latest"
    error_message = "Name a fixed tag."
  }
}

variable "architecture" {
  description = "What the image is built for: X86_64 or ARM64"
  type        = string
  default     = "X86_64"
}

variable "min_nodes" {
  type    = number
  default = 2
  validation {
    condition     = var.min_nodes >= 2
    error_message = "Two at least, for the sake of restarts."
  }
}

variable "max_nodes" {
  type    = number
  default = 10
}

variable "redis_node_type" {
  type    = string
  default = "cache.t4g.small"
}

variable "log_days" {
  type    = number
  default = 30
}

variable "access_log_bucket" {
  description = "A bucket that load balancers may write access logs to, which say why a login failed; empty for none"
  type        = string
  default     = ""
}

variable "alarm_email" {
  description = "Who is told of alarms; empty if you subscribe to the topic yourself"
  type        = string
  default     = ""
}
