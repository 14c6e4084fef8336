/** A retry would not change it. */
export function isCertificateProblem(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|ERR_TLS_CERT_)/.test(code);
}

export const certificateAdvice =
  "The host's certificate is not trusted. Make the agent trust the authority that issued it, with `--sslcacert` or " +
  "`NODE_EXTRA_CA_CERTS`.";
