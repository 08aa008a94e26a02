package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.node.NodeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The CloudFormation template, held against AWS's own description of all resource types. */
@Tag("sites")
class CloudFormationSchemaTest {

    @TempDir
    static Path folder;

    private static NodeFolder node = new NodeFolder(Path.of(""));

    @BeforeAll
    static void install() throws Exception {
        node = NodeFolder.install("cloud", folder);
    }

    @Test
    void givenTheTemplate_whenItIsChecked_thenNothingIsWrongWithIt() throws Exception {
        assertThat(check(Files.readString(CloudFormationTest.TEMPLATE))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    UserInfoEndpoint: !Sub         | UserinfoEndpoint: !Sub     | needs UserInfoEndpoint
                    SessionTimeout: !Sub '${AdmissionTtl}' | SessionTimeout: 3600 | SessionTimeout: must be a string
                    Priority: 40                   | Priority: forty            | must be a whole number
                    AWS::SNS::Topic                | AWS::SNS::Subject          | there is no type AWS::SNS::Subject
                    !GetAtt Site.DNSName           | !GetAtt Site.DnsName       | Site has no attribute DnsName
                    Redis.PrimaryEndPoint.Address  | Redis.Address              | Redis has no attribute Address
                    !Ref Nodes                     | !Ref Targets               | there is no Targets
                    DependsOn: DoorListener        | DependsOn: Listener        | there is no resource Listener
                    [KeepsAccessLogs,              | [Keeps,                    | there is no condition Keeps
                    KeySchema:                     | Keys:                      | needs KeySchema
                    MinCapacity: !Ref MinNodes     | MinCapacity: !Ref Rate     | Rate must be a Number
                    Values: !Ref OpenPaths         | Values: !Ref SiteHost      | SiteHost must be a list
                    LogDays                        | Days                       | there is no LogDays
                    """)
    void givenAMistake_whenTheTemplateIsChecked_thenItIsFound(String right, String wrong, String problem)
            throws Exception {
        String template = Files.readString(CloudFormationTest.TEMPLATE);
        assertThat(template).contains(right);

        assertThat(check(template.replaceFirst(
                        java.util.regex.Pattern.quote(right), java.util.regex.Matcher.quoteReplacement(wrong))))
                .contains(problem);
    }

    private static String check(String template) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("template.yaml"), template);
        return node.run("node", "cloudformation.mjs", file.toString());
    }
}
