import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/account/strings";
import { strings as auth } from "@/features/auth/strings";

const { factors, password } = strings;

export default function SecurityLoading() {
  return (
    <SectionSkeleton
      label={strings.loading}
      title={strings.security.title}
      parts={[
        { title: factors.title },
        {
          title: password.title,
          fields: [{ label: auth.fields.newPassword, hint: auth.fields.passwordRule }],
        },
      ]}
    />
  );
}
