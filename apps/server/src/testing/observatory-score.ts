/** An answer as a scanner sees it; names of headers in small letters. */
export type ScannedPage = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly html: string;
};

/** What a rule found, and the points that it adds to or takes from the 100 that a page begins with. */
export type RuleScore = { readonly found: string; readonly points: number };

/** Extra points count for pages that have so many without them. */
const LEAST_FOR_EXTRA = 90;
const SIX_MONTHS_SECONDS = 15_552_000;

const BROAD = new Set(['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*', 'https://*.*']);
const INLINE = new Set(["'unsafe-inline'", 'data:']);

type Policy = ReadonlyMap<string, readonly string[]>;

function policyOf(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

function scorePolicy(text: string | undefined): RuleScore {
  if (text === undefined) return { found: 'none', points: -25 };
  const policy = policyOf(text);
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const [scripts, objects, styles] = [of('script-src'), of('object-src'), of('style-src')];
  if (
    scripts.some((source) => BROAD.has(source) || INLINE.has(source)) ||
    objects.some((source) => BROAD.has(source))
  )
    return { found: 'unsafe scripts or objects', points: -20 };
  const isInsecure = (source: string) => /^(?:http|ftp):/.test(source);
  const isPassive = (name: string) => name === 'img-src' || name === 'media-src';
  const insecure = [...policy].filter(([, sources]) => sources.some((source) => isInsecure(source)));
  if (insecure.some(([name]) => !isPassive(name))) return { found: 'sources without TLS', points: -20 };
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return { found: 'unsafe-eval', points: -10 };
  if (insecure.length > 0) return { found: 'pictures without TLS', points: -10 };
  if (styles.some((source) => BROAD.has(source) || INLINE.has(source)))
    return { found: 'unsafe styles', points: 0 };
  const byDefault = policy.get('default-src');
  return byDefault?.length === 1 && byDefault[0] === "'none'"
    ? { found: "default-src 'none', nothing unsafe", points: 10 }
    : { found: 'nothing unsafe', points: 5 };
}

function scoreCookies(cookies: readonly string[], isStrict: boolean): RuleScore {
  if (cookies.length === 0) return { found: 'none', points: 0 };
  const has = (attribute: RegExp) => cookies.every((cookie) => attribute.test(cookie));
  if (!has(/;\s*secure/i)) return { found: 'without Secure', points: isStrict ? -10 : -40 };
  if (!has(/;\s*httponly/i)) return { found: 'without HttpOnly', points: -30 };
  return has(/;\s*samesite=(?:strict|lax)/i)
    ? { found: 'Secure, HttpOnly and SameSite', points: 5 }
    : { found: 'Secure and HttpOnly', points: 0 };
}

function scoreTransport(text: string | undefined): RuleScore {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(text ?? '')?.[1];
  if (seconds === undefined) return { found: 'none', points: -20 };
  return Number(seconds) < SIX_MONTHS_SECONDS
    ? { found: 'less than six months', points: -10 }
    : { found: 'six months or more', points: 0 };
}

function scoreReferrer(text: string | undefined): RuleScore {
  if (text === undefined) return { found: 'none', points: 0 };
  const isPrivate = /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(text);
  return { found: text, points: isPrivate ? 5 : -5 };
}

function scoreScripts(html: string): RuleScore {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)];
  const foreign = tags.filter(([, address = '']) => /^(?:[a-z]+:)?\/\//i.test(address));
  if (foreign.some(([tag, address = '']) => !/\bintegrity=/.test(tag) || !address.startsWith('https:')))
    return { found: 'scripts of others, unchecked', points: -50 };
  const isChecked = tags.length > 0 && tags.every(([tag]) => /\bintegrity=/.test(tag));
  return isChecked
    ? { found: 'checked by integrity', points: 5 }
    : { found: 'all of this origin', points: 0 };
}

/**
 * The rules of Mozilla's HTTP Observatory (github.com/mdn/mdn-http-observatory, its grader of version 1.4) that an answer
 * alone decides, as for a site that is reached over https. The redirection from http is the proxy's.
 */
export function observatoryRules({ headers, html }: ScannedPage): Readonly<Record<string, RuleScore>> {
  const one = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  const policy = one('content-security-policy');
  const transport = scoreTransport(one('strict-transport-security'));
  const cookies = [headers['set-cookie'] ?? []].flat();
  const framing = one('x-frame-options');
  const embedding = one('cross-origin-resource-policy');
  const allowed = one('access-control-allow-origin');
  return {
    'content-security-policy': scorePolicy(policy),
    cookies: scoreCookies(cookies, transport.points === 0),
    'cross-origin-resource-sharing':
      allowed !== undefined && one('access-control-allow-credentials') === 'true'
        ? { found: allowed, points: -50 }
        : { found: allowed ?? 'none', points: 0 },
    'referrer-policy': scoreReferrer(one('referrer-policy')),
    'strict-transport-security': transport,
    'subresource-integrity': scoreScripts(html),
    'x-content-type-options':
      one('x-content-type-options') === 'nosniff'
        ? { found: 'nosniff', points: 0 }
        : { found: 'none', points: -5 },
    'x-frame-options': policyOf(policy ?? '').has('frame-ancestors')
      ? { found: 'frame-ancestors', points: 5 }
      : { found: framing ?? 'none', points: /^(?:deny|sameorigin)$/i.test(framing ?? '') ? 0 : -20 },
    'cross-origin-resource-policy': /^same-(?:origin|site)$/.test(embedding ?? '')
      ? { found: embedding ?? '', points: 10 }
      : { found: embedding ?? 'none', points: 0 },
  };
}

/** The score of a page, from 0; 100 and more is A+. */
export function observatoryScore(rules: Readonly<Record<string, RuleScore>>): number {
  const points = Object.values(rules).map((rule) => rule.points);
  const sum = (chosen: readonly number[]) => chosen.reduce((total, each) => total + each, 0);
  const base = 100 + sum(points.filter((each) => each < 0));
  return Math.max(0, base >= LEAST_FOR_EXTRA ? base + sum(points.filter((each) => each > 0)) : base);
}
