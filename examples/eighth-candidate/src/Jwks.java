package eighth;

import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.spec.*;
import java.time.Duration;
import java.util.*;

/** Fetches the keys of an issuer and checks signatures of ID tokens. */
final class Jwks {
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build();

    private static Map<?, ?> get(String url) throws Exception {
        var r = HTTP.send(HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5)).build(), HttpResponse.BodyHandlers.ofString());
        if (r.statusCode() != 200) throw new IllegalStateException("status " + r.statusCode());
        return (Map<?, ?>) Json.read(r.body());
    }

    static boolean verify(String issuer, Map<?, ?> head, String[] parts) {
        try {
            String alg = String.valueOf(head.get("alg"));
            String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
            Map<?, ?> config = get(base + "/.well-known/openid-configuration");
            if (!issuer.equals(config.get("issuer"))) return false;
            byte[] data = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
            byte[] sig = Base64.getUrlDecoder().decode(parts[2]);
            for (Object o : (List<?>) get((String) config.get("jwks_uri")).get("keys")) {
                Map<?, ?> k = (Map<?, ?>) o;
                if (head.get("kid") != null && k.get("kid") != null && !head.get("kid").equals(k.get("kid"))) continue;
                try {
                    if (check(alg, k, data, sig)) return true;
                } catch (GeneralSecurityException | RuntimeException e) {
                    // the next key
                }
            }
            return false;
        } catch (Exception e) {
            return false;
        }
    }

    private static BigInteger big(Object s) { return new BigInteger(1, Base64.getUrlDecoder().decode((String) s)); }

    private static boolean check(String alg, Map<?, ?> k, byte[] data, byte[] sig) throws GeneralSecurityException {
        String bits = alg.length() == 5 ? alg.substring(2) : "";
        Signature s;
        PublicKey key;
        if (alg.startsWith("RS") && "RSA".equals(k.get("kty"))) {
            key = KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(big(k.get("n")), big(k.get("e"))));
            s = Signature.getInstance("SHA" + bits + "withRSA");
        } else if (alg.startsWith("ES") && "EC".equals(k.get("kty"))) {
            AlgorithmParameters p = AlgorithmParameters.getInstance("EC");
            p.init(new ECGenParameterSpec(switch (bits) { case "256" -> "secp256r1"; case "384" -> "secp384r1"; default -> "secp521r1"; }));
            key = KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(big(k.get("x")), big(k.get("y"))), p.getParameterSpec(ECParameterSpec.class)));
            s = Signature.getInstance("SHA" + bits + "withECDSAinP1363Format");
        } else return false;
        s.initVerify(key);
        s.update(data);
        return s.verify(sig);
    }
}
