import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";

vi.mock("@base-ui/react/toast", () => ({
  Toast: {
    Provider: ({ timeout, limit }: { timeout: number; limit: number }) =>
      `${limit} at a time, for ${timeout} ms`,
  },
}));

test("toasts appear one at a time and stay for ten seconds", () => {
  const html = renderToStaticMarkup(<ToastProvider>Page</ToastProvider>);
  expect(html).toBe("1 at a time, for 10000 ms");
});
