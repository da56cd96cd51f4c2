import "server-only";
import { loadAvatar } from "@/features/account/loaders";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import type { Org } from "@/features/orgs/types";
import type { PreviewFirm } from "@/features/requests/components/contact-preview";
import { getSession } from "@/lib/backend/backend.server";
import { firmProperties } from "@/lib/style/firm-colors";

export async function loadPreviewFirm(org: Org): Promise<PreviewFirm> {
  const [session, avatar] = await Promise.all([getSession(), loadAvatar()]);
  return {
    name: org.name,
    logo: <FirmLogo size={32} name={org.name} logoPath={org.logoPath} />,
    colors: firmProperties(org.brandColor),
    timeZone: org.timeZone,
    sender:
      session.status === "authenticated"
        ? { userId: session.claims.sub, name: avatar.name || null, imageUrl: avatar.url }
        : null,
  };
}
