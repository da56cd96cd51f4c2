import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  context,
  metrics,
  type Span,
  type SpanOptions,
  trace,
} from "@opentelemetry/api";

export interface RecordedSpan {
  name: string;
  parent: string | null;
  attributes: Attributes;
  isError: boolean;
  isEnded: boolean;
}

export interface RecordedMetric {
  name: string;
  value: number;
  attributes: Attributes;
}

export interface RecordedTelemetry {
  spans: RecordedSpan[];
  metrics: RecordedMetric[];
  stop(): void;
}

export function recordTelemetry(): RecordedTelemetry {
  const spans: RecordedSpan[] = [];
  const measured: RecordedMetric[] = [];
  const active = new AsyncLocalStorage<ReturnType<typeof context.active>>();
  const names = new WeakMap<object, string>();
  const root = context.active();
  context.setGlobalContextManager({
    active: () => active.getStore() ?? root,
    with: (value, work, self, ...args) => active.run(value, () => work.apply(self as never, args)),
    bind: (_context, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  const startSpan = (name: string, { attributes = {} }: SpanOptions = {}): Span => {
    const parent = trace.getSpan(context.active());
    const recorded: RecordedSpan = {
      name,
      parent: (parent && names.get(parent)) ?? null,
      attributes: { ...attributes },
      isError: false,
      isEnded: false,
    };
    spans.push(recorded);
    const span = {
      setAttributes: (more: Attributes) => void Object.assign(recorded.attributes, more),
      setStatus: () => {
        recorded.isError = true;
      },
      end: () => {
        recorded.isEnded = true;
      },
    } as unknown as Span;
    names.set(span, name);
    return span;
  };
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan,
      startActiveSpan: ((name: string, work: (span: Span) => unknown) => {
        const span = startSpan(name);
        return context.with(trace.setSpan(context.active(), span), () => work(span));
      }) as never,
    }),
  });
  const measure = (name: string) => (value: number, attributes: Attributes) =>
    void measured.push({ name, value, attributes });
  metrics.setGlobalMeterProvider({
    getMeter: () =>
      ({
        createHistogram: (name: string) => ({ record: measure(name) }),
        createCounter: (name: string) => ({ add: measure(name) }),
        createGauge: (name: string) => ({ record: measure(name) }),
      }) as never,
  });
  return {
    spans,
    metrics: measured,
    stop() {
      trace.disable();
      metrics.disable();
      context.disable();
    },
  };
}
