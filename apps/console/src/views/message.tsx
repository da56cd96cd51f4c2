import type { Child } from "hono/jsx";

/** A page with one sentence: not found, refused, unavailable. */
export function Message({ title, children }: { title: string; children: Child }) {
  return (
    <section class="message">
      <h1>{title}</h1>
      <p>{children}</p>
    </section>
  );
}
