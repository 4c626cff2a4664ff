import { linkHref } from '#app/content/href.ts'
import type { Link as LinkContent } from '#app/content/types.ts'
import { ButtonLink, type ButtonVariant } from '#app/ui/button.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

type Content = { link: Pick<LinkContent, 'label' | 'href' | 'target'> | null | undefined }

/** Returns the address and label of a link, or undefined if one of them is missing. */
function resolve(link: Content['link']): { to: string; label: string } | undefined {
  const to = link ? linkHref(link) : undefined
  return to && link?.label ? { to, label: link.label } : undefined
}

/** A link of the content. Renders nothing for an unpublished target. */
export function ContentLink({ link, className }: Content & { className?: string }) {
  const resolved = resolve(link)
  return resolved ? (
    <PageLink to={resolved.to} className={className}>
      {resolved.label}
    </PageLink>
  ) : null
}

/** A link of the content that looks like a button. Renders nothing for an unpublished target. */
export function ContentButton({
  link,
  ...style
}: Content & { variant?: ButtonVariant; small?: boolean; className?: string }) {
  const resolved = resolve(link)
  return resolved ? (
    <ButtonLink to={resolved.to} {...style}>
      {resolved.label}
    </ButtonLink>
  ) : null
}
