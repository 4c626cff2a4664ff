import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import styles from '#app/ui/field.module.css'

type Common = { id: string; label: ReactNode; error?: string; className?: string }

function LabeledField({ id, label, error, className, children }: Common & { children: ReactNode }) {
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const inputProps = ({ id, error }: Pick<Common, 'id' | 'error'>) => ({
  id,
  className: styles.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
})

/** A single-line input with its label and error. */
export function Field({ id, label, error, className, ...rest }: Common & ComponentProps<'input'>) {
  return (
    <LabeledField {...{ id, label, error, className }}>
      <input type="text" {...rest} {...inputProps({ id, error })} />
    </LabeledField>
  )
}

/** A multi-line input with its label and error. */
export function TextField({ id, label, error, className, ...rest }: Common & ComponentProps<'textarea'>) {
  return (
    <LabeledField {...{ id, label, error, className }}>
      <textarea {...rest} {...inputProps({ id, error })} />
    </LabeledField>
  )
}

/** A checkbox with its label. */
export function Checkbox({ id, label, ...input }: Pick<Common, 'id' | 'label'> & ComponentProps<'input'>) {
  return (
    <div className={styles.choice}>
      <input {...input} id={id} type="checkbox" className={styles.box} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
