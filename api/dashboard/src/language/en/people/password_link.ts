/* How an admin lets somebody in: with a one-time link, or with a password. */
import { english } from '../../english';

export const passwordLink = english({
  'comeIn.how': 'How they come in',
  'comeIn.link': 'A one-time link',
  'comeIn.password': 'A password',
  'comeIn.linkHint': 'They set their own password with it, within seven days.',
  'comeIn.linkStays':
    'They set a new password with it, within seven days; until then the old one stays. Then their sessions and tokens end.',
  'comeIn.makeLink': 'Make the link',
  'comeIn.linkOf': 'Link for {name}',
  'comeIn.once':
    'Copy it now: you will not see it again. It works once, until {time}, or until there is a newer one. Hand it over where nobody else reads it.',
  'comeIn.copied': 'I have copied it',
});
