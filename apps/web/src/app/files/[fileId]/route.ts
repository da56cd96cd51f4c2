import { strings } from "@/app/_components/strings";
import { openFile } from "@/features/files/queries";
import { backend as project } from "@/lib/backend/backend";
import { getBackend, getSession } from "@/lib/backend/backend.server";
import { isNotFound, needsSignIn, toAppError } from "@/lib/errors/app-error";
import { isOutageCode } from "@/lib/errors/outage-code";
import { contentDisposition, fileHeaders } from "@/lib/http/file-response";
import { isUuid } from "@/lib/ids/uuid";

type Context = { params: Promise<{ fileId: string }> };

const plain = (text: string, status: number) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "private, no-store" },
  });

const seeOther = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, "cache-control": "private, no-store" },
  });

/** These headers describe the part of the file that storage returned. */
const PASSED_ON = ["content-length", "content-range", "accept-ranges", "etag", "last-modified"];

// public: without a session, responds the same for every file, whether it exists or not
/**
 * The database function `open_file` checks the caller's access and records the opening. `nosniff`
 * and a sandbox prevent the file from running scripts in our origin.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { fileId } = await params;
  const session = await getSession();
  if (session.status === "unauthenticated") return plain(strings.fileSignedOut, 404);
  if (!isUuid(fileId)) return plain(strings.noAccess, 404);
  const path = encodeURIComponent(`/files/${fileId}${new URL(request.url).search}`);
  if (session.status === "unavailable") {
    if (session.error.code === "refresh_due") return seeOther(`/auth/refresh?next=${path}`);
    return plain(strings.fileUnavailable, 503);
  }
  try {
    const file = await openFile((await getBackend()).db, fileId);
    const range = request.headers.get("range");
    const key = [file.bucket, ...file.path.split("/")].map(encodeURIComponent).join("/");
    const stored = await fetch(`${project.url}/storage/v1/object/authenticated/${key}`, {
      cache: "no-store",
      signal: request.signal,
      headers: {
        apikey: project.anonKey,
        authorization: `Bearer ${session.accessToken}`,
        ...(range ? { range } : {}),
      },
    });
    if (!stored.ok && stored.status !== 416) {
      await stored.body?.cancel();
      // Storage returns 400 for a missing file.
      return stored.status >= 500
        ? plain(strings.fileUnavailable, 502)
        : plain(strings.fileGone, 404);
    }
    const headers = fileHeaders(file);
    const isDownload = new URL(request.url).searchParams.has("download");
    headers.set("content-disposition", contentDisposition({ ...file, isDownload }));
    for (const name of PASSED_ON) {
      const value = stored.headers.get(name);
      if (value) headers.set(name, value);
    }
    return new Response(stored.body, { status: stored.status, headers });
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === "user_banned") return plain(appError.message, 401);
    if (needsSignIn(appError)) return plain(strings.fileSignedOut, 401);
    if (appError.code === "insufficient_aal") return seeOther(`/mfa?next=${path}`);
    if (isNotFound(appError)) return plain(strings.noAccess, 404);
    return plain(isOutageCode(appError.code) ? strings.fileUnavailable : appError.message, 502);
  }
}
