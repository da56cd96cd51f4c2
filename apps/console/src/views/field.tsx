export interface FieldProps {
  name: string;
  label: string;
  type?: "email" | "password" | "text";
  value?: string | undefined;
  autocomplete: string;
  inputmode?: "numeric";
  maxlength?: number;
  autofocus?: boolean;
  describedBy?: string | undefined;
}

export function Field({ name, label, type = "text", describedBy, ...input }: FieldProps) {
  return (
    <p class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        required
        {...input}
        {...(describedBy ? { "aria-describedby": describedBy, "aria-invalid": "true" } : {})}
      />
    </p>
  );
}

export function Problem({ id, sentence }: { id: string; sentence: string | undefined }) {
  return sentence === undefined ? null : (
    <p class="problem" id={id} role="alert">
      {sentence}
    </p>
  );
}
