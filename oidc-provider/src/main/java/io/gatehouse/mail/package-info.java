/** E-mails by SMTP: to operators, and to visitors who asked for them. */
@NullMarked
@ApplicationModule(allowedDependencies = {"setting", "time"})
package io.gatehouse.mail;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
