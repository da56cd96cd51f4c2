import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/account/strings";

const texts = strings.deletion;

export default function DeleteAccountLoading() {
  return (
    <SectionSkeleton
      label={strings.loading}
      title={texts.title}
      lead={texts.lead}
      parts={[{ title: texts.next }]}
    />
  );
}
