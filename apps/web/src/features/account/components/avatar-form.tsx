import { ImageForm } from "@/components/forms/image-form";
import { FIELD_HINT, FIELD_LABEL } from "@/components/ui/field";
import { Monogram } from "@/components/ui/monogram";
import { saveAvatar } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { classNames } from "@/lib/style/class-names";

const texts = strings.avatar;
const HINT_ID = "avatar-hint";

type Props = { userId: string; name: string; url: string | null };

export function AvatarForm({ userId, name, url }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className={FIELD_LABEL}>{texts.title}</p>
      <p id={HINT_ID} className={classNames(FIELD_HINT, "mb-1.5 text-ink-muted")}>
        {texts.hint}
      </p>
      <ImageForm
        action={saveAvatar}
        id="avatar-form"
        label={texts.title}
        texts={{ ...texts, choose: url ? texts.change : texts.choose }}
        preview={
          <Monogram
            id={userId}
            name={name}
            shape="person"
            size={40}
            imageUrl={url}
            alt={texts.current}
          />
        }
        hasImage={url !== null}
        hintId={HINT_ID}
      />
    </div>
  );
}
