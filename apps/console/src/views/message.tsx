import type { Child } from "hono/jsx";

export function Message({ title, children }: { title: string; children: Child }) {
  return (
    <section class="message">
      <h1>{title}</h1>
      <p>{children}</p>
    </section>
  );
}
