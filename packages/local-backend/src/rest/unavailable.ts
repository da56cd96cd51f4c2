/** Body of the 503 while PostgREST starts again. */
export const UNAVAILABLE = JSON.stringify({
  code: "PGRST000",
  message: "PostgREST does not respond.",
});
