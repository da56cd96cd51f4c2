import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Telemetry } from "../config/telemetry.js";

const NAME = "@dossier/backend-client";

function labelOf(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { "backend.name": name };
}

function createInstruments() {
  const meter = metrics.getMeter(NAME);
  return {
    duration: meter.createHistogram("backend.auth.duration", {
      description: "Duration of calls to the auth service",
      unit: "s",
    }),
    resolutions: meter.createCounter("backend.session.resolutions", {
      description: "Sessions by their state",
    }),
    breaker: meter.createGauge("backend.breaker.open", {
      description: "1 while calls to the auth service are paused, else 0",
    }),
  };
}

/**
 * Reports calls and sessions of a session server to OpenTelemetry, through the providers that the
 * app registered before the first request.
 *
 * Spans: `backend.session`, and one for each HTTP call to the auth service, such as
 * `backend.auth.refresh`. Metrics: `backend.auth.duration` in seconds,
 * `backend.session.resolutions` and `backend.breaker.open`. Spans and metrics contain no query,
 * user id, token or IP address of a visitor.
 * @example
 * createSessionServer(backend, { telemetry: openTelemetry() });
 */
export function openTelemetry(): Telemetry {
  // A meter measures nothing if it is created before the app registers its provider.
  let created: ReturnType<typeof createInstruments> | null = null;
  const instruments = () => {
    created ??= createInstruments();
    return created;
  };
  return {
    session: (resolve, name) =>
      trace.getTracer(NAME).startActiveSpan("backend.session", async (span) => {
        try {
          const session = await resolve();
          const facts = { "backend.session.status": session.status };
          span.setAttributes({ ...facts, ...labelOf(name) });
          instruments().resolutions.add(1, facts);
          return session;
        } catch (thrown) {
          // The thrown value belongs to the app and may contain anything, so the span omits it.
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw thrown;
        } finally {
          span.end();
        }
      }),
    beginCall({ operation, method, address, name }) {
      const request = { "http.request.method": method, "server.address": address };
      const span = trace.getTracer(NAME).startSpan(`backend.${operation}`, {
        kind: SpanKind.CLIENT,
        attributes: { ...request, ...labelOf(name) },
      });
      return ({ status, code, seconds }) => {
        const result = {
          ...(status === undefined ? {} : { "http.response.status_code": status }),
          ...(code === null ? {} : { "backend.error.code": code }),
        };
        span.setAttributes(result);
        if (code !== null) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        const facts = { "backend.operation": operation, ...request, ...result };
        instruments().duration.record(seconds, facts);
      };
    },
    breakerChanged(isOpen, address) {
      instruments().breaker.record(isOpen ? 1 : 0, { "server.address": address });
    },
  };
}
