import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/account/strings";

const texts = strings.email;

const ADDRESS = "someone@company.example";

export default function EmailLoading() {
  return (
    <SectionSkeleton
      label={strings.loading}
      title={texts.title}
      lead={texts.lead(ADDRESS)}
      parts={[
        { title: texts.change, fields: [{ label: texts.field }] },
        { title: texts.sent.title },
      ]}
    />
  );
}
