package io.gatehouse.tune;

import io.gatehouse.health.Source;
import io.gatehouse.tune.TuneProperties.CloudWatchProperties;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.Metric;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataQuery;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataResult;
import software.amazon.awssdk.services.cloudwatch.model.ScanBy;

/**
 * CloudWatch's values of an Application Load Balancer: the time of its targets' answers and their failures,
 * in the latest minute that there is. A minute comes one to three minutes late.
 */
final class CloudWatchSource implements Source<List<Reading>> {

    private static final int MINUTE = 60;
    private static final Duration BACK = Duration.ofMinutes(5);
    private static final String LATENCY = "latency";
    private static final String ERRORS = "errors";
    private static final String REQUESTS = "requests";
    private static final double HUNDRED = 100;

    private final CloudWatchProperties balancer;
    private final CloudWatchClient client;
    private final Clock clock;

    /** @param client of the load balancer's region; its calls end by themselves */
    CloudWatchSource(CloudWatchProperties balancer, CloudWatchClient client, Clock clock) {
        this.balancer = balancer;
        this.client = client;
        this.clock = clock;
    }

    @Override
    public List<Reading> ask() throws IOException {
        var now = clock.instant();
        var queries = List.of(
                query(LATENCY, "TargetResponseTime", "p95"),
                query(ERRORS, "HTTPCode_Target_5XX_Count", "Sum"),
                query(REQUESTS, "RequestCount", "Sum"));
        try {
            var results = client.getMetricData(request -> request.metricDataQueries(queries)
                            .startTime(now.minus(BACK))
                            .endTime(now)
                            .scanBy(ScanBy.TIMESTAMP_DESCENDING))
                    .metricDataResults();
            return readings(results);
        } catch (SdkException noAnswer) {
            throw new IOException(noAnswer.getMessage(), noAnswer);
        }
    }

    private List<Reading> readings(List<MetricDataResult> results) throws IOException {
        var readings = new ArrayList<Reading>();
        var latency = latest(results, LATENCY);
        if (latency.isPresent() && !balancer.latency().isZero()) {
            readings.add(Reading.ofTime("p95", latency.get(), balancer.latency()));
        }
        var requests = latest(results, REQUESTS).filter(count -> count > 0);
        if (requests.isPresent() && balancer.errors() > 0) {
            var share = HUNDRED * latest(results, ERRORS).orElse(0.0) / requests.get();
            readings.add(new Reading("5xx", share, balancer.errors(), Reading.Unit.PERCENT));
        }
        if (readings.isEmpty()) {
            throw new IOException("CloudWatch has no values of the last " + BACK.toMinutes() + " minutes");
        }
        return readings;
    }

    private static Optional<Double> latest(List<MetricDataResult> results, String id) {
        return results.stream()
                .filter(result -> id.equals(result.id()))
                .flatMap(result -> result.values().stream())
                .findFirst();
    }

    private MetricDataQuery query(String id, String metric, String statistic) {
        var named = Metric.builder()
                .namespace("AWS/ApplicationELB")
                .metricName(metric)
                .dimensions(Dimension.builder()
                        .name("LoadBalancer")
                        .value(balancer.loadBalancer())
                        .build())
                .build();
        return MetricDataQuery.builder()
                .id(id)
                .metricStat(stat -> stat.metric(named).period(MINUTE).stat(statistic))
                .build();
    }

    @Override
    public String toString() {
        return "cloudwatch " + balancer.loadBalancer();
    }
}
