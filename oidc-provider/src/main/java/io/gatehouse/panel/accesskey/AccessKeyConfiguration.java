package io.gatehouse.panel.accesskey;

import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen and the API share. Where no room answers the API that the keys are for, there is none of it. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnAwsApi
@Import(AccessKeyActs.class)
class AccessKeyConfiguration {}
