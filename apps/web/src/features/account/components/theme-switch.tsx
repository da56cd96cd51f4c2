import { Monitor, Moon, Sun } from "lucide-react";
import { saveTheme } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { classNames } from "@/lib/style/class-names";
import { readTheme } from "@/lib/style/theme.server";

const THEMES = [
  { value: "system", icon: Monitor },
  { value: "light", icon: Sun },
  { value: "dark", icon: Moon },
] as const;

/** Uses submit buttons, which work before the scripts load. */
export async function ThemeSwitch() {
  const current = await readTheme();
  return (
    <form action={saveTheme}>
      <fieldset className="flex items-center gap-1 rounded-full border border-line p-1">
        <legend className="sr-only">{strings.theme.legend}</legend>
        {THEMES.map(({ value, icon: Icon }) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-pressed={current === value}
            title={strings.theme[value]}
            className={classNames(
              "grid size-8 place-items-center rounded-full",
              current === value
                ? "bg-accent-soft text-accent forced-colors:border"
                : "text-ink-subtle hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-4" />
            <span className="sr-only">{strings.theme[value]}</span>
          </button>
        ))}
      </fieldset>
    </form>
  );
}
