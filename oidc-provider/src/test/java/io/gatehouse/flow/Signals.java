package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals to processes, as {@code kill} sends them. */
public final class Signals {

    private Signals() {}

    /** Sends one by its name, {@code STOP} for example; returns when it has been delivered. */
    public static void send(String signal, Process process) {
        try {
            var kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start();
            assertThat(kill.waitFor()).as("kill -" + signal).isZero();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
