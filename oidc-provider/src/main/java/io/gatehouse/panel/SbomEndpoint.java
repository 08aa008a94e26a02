package io.gatehouse.panel;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /panel/api/sbom}: the libraries of this very node as CycloneDX, for a scanner that asks which
 * nodes have a library with a known hole. Spring Boot's own endpoint would show them to everyone who reaches
 * health.
 */
@RestController
final class SbomEndpoint {

    private final Resource sbom;

    SbomEndpoint(@Value("classpath:META-INF/sbom/application.cdx.json") Resource sbom) {
        this.sbom = sbom;
    }

    @Needs(Role.VIEWER)
    @GetMapping(path = "/panel/api/sbom", produces = "application/vnd.cyclonedx+json")
    ResponseEntity<Resource> sbom() {
        if (!sbom.exists()) {
            throw new RefusedException(
                    Problem.NO_SBOM, "only releases have one; mvn package -Prelease makes it of the sources");
        }
        return ResponseEntity.ok(sbom);
    }
}
