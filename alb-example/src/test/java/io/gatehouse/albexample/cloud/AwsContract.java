package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The contract, and what AWS refuses or fails at only when a template is applied, which no type of AWS's tells. */
abstract class AwsContract extends DeploymentContract {

    /** What EC2 takes as the description of a security group or of a rule. */
    private static final Pattern DESCRIPTION = Pattern.compile("[a-zA-Z0-9. _\\-:/()#,@\\[\\]+=&;{}!$*]{0,255}");

    /** Where the node's container has volumes of its task. */
    protected abstract List<String> mounts() throws Exception;

    /** What security groups and their rules are described by. */
    protected abstract List<String> descriptions() throws Exception;

    /** For each load balancer by its name what is made before it, beside what it refers to. */
    protected abstract Map<String, List<String>> waits() throws Exception;

    /** For each gateway to a service of AWS what its policy lets through it. */
    protected abstract List<List<String>> gateways() throws Exception;

    /** How many nodes the service is set to by each update; empty when that is left to the scaling. */
    protected abstract List<String> updatesOfCount() throws Exception;

    /** The name of the route to the internet. */
    protected abstract String route();

    @Test
    void givenATasksVolumes_whenTheDockerfileIsRead_thenTheLastStageHasOneOfEachPath() throws Exception {
        Dockerfile dockerfile = Dockerfile.read(Path.of("../oidc-provider/Dockerfile"));

        assertThat(mounts()).isNotEmpty().isSubsetOf(dockerfile.last("VOLUME").command());
        assertThat(dockerfile.instructions().indexOf(dockerfile.last("VOLUME")))
                .isGreaterThan(dockerfile.instructions().indexOf(dockerfile.last("FROM")));
    }

    @Test
    void givenSecurityGroups_whenTheirDescriptionsAreRead_thenEc2TakesTheirCharacters() throws Exception {
        assertThat(descriptions()).hasSizeGreaterThan(5).allSatisfy(description -> assertThat(description)
                .matches(DESCRIPTION));
    }

    /** Whoever takes over a node must not carry data into a table or a bucket of their own. */
    @Test
    void givenGatewaysToAws_whenTheirPoliciesAreRead_thenNothingButWhatNodesNeedIsReached() throws Exception {
        assertThat(gateways()).hasSize(2).allSatisfy(resources -> assertThat(resources)
                .doesNotContain("*", ""));
    }

    @Test
    void givenNodesThatWereAddedUnderLoad_whenTheTemplateIsAppliedAgain_thenTheyStay() throws Exception {
        assertThat(updatesOfCount()).isEmpty();
    }

    /** AWS makes no public load balancer in a network that nobody reaches. */
    @Test
    void givenPublicLoadBalancers_whenTheyAreMade_thenTheRouteToTheInternetIsThereAlready() throws Exception {
        assertThat(waits())
                .hasSize(2)
                .allSatisfy((name, before) -> assertThat(before).as(name).contains(route()));
    }
}
