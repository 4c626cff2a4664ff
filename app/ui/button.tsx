import type { ComponentProps } from 'react'
import styles from '#app/ui/button.module.css'
import { classNames } from '#app/ui/class-names.ts'
import { PageLink } from '#app/ui/page-link.tsx'

export type ButtonLook = 'solid' | 'quiet'
type Look = { look?: ButtonLook; small?: boolean }

const looks = ({ look = 'solid', small }: Look, className?: string) =>
  classNames(styles.button, styles[look], small && styles.small, className)

/** Does something here. `busy` shows that it is being done. */
export function Button({
  look,
  small,
  busy,
  className,
  ...props
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      aria-busy={busy || undefined}
      className={looks({ look, small }, className)}
    />
  )
}

/** Leads somewhere. */
export function ButtonLink({
  to,
  look,
  small,
  className,
  ...props
}: ComponentProps<'a'> & Look & { to: string }) {
  return <PageLink {...props} to={to} className={looks({ look, small }, className)} />
}
