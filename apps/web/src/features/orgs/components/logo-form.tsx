import type { ReactNode } from "react";
import { ImageForm } from "@/components/forms/image-form";
import { saveLogo } from "@/features/orgs/actions";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";

export function LogoForm({
  org,
  logo,
}: {
  org: Pick<OrgSettings, "slug" | "logoPath">;
  logo: ReactNode;
}) {
  return (
    <ImageForm
      action={saveLogo}
      id="logo-form"
      label={strings.logo.title}
      texts={strings.logo}
      preview={logo}
      hasImage={org.logoPath !== null}
    >
      <input type="hidden" name="org" value={org.slug} />
    </ImageForm>
  );
}
