export function GET() {
  return new Response("<!doctype html><title>Plain</title><p>plain</p>", {
    headers: { "content-type": "text/html" },
  });
}
