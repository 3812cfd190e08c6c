"""The words by which forms and records in German, French and Spanish announce what follows, without accents."""

PHRASES: dict[str, str] = {
    "name": """
        vorname, vornamen, nachname, familienname, geburtsname, zuname, name vorname, vor und nachname, name und vorname,
        vollstandiger name, kontoinhaber, kontoinhaberin, karteninhaber, inhaber, ansprechpartner, ansprechpartnerin,
        nom, prenom, prenoms, nom et prenom, nom prenom, nom de naissance, nom de famille, nom usage, nom d usage, nom complet,
        nom utilise, nomnaissance, titulaire, titulaire du compte,
        nombre, nombres, apellido, apellidos, nombre y apellidos, apellidos y nombre, apellidos y nombres, nombre completo,
        primer apellido, segundo apellido, titular, titular de la cuenta
    """,
    "who": """
        patientin, pat, versicherter, versicherte, antragsteller, antragstellerin, sachbearbeiter, sachbearbeiterin, bearbeiter,
        bearbeiterin, empfanger, absender, von, an, hausarzt, hausarztin, arzt, arztin, zuweiser, einsender, ehemann, ehefrau,
        mutter, vater, tochter, sohn, zeuge, zeugin, geschadigter, geschadigte, beschuldigter, beschuldigte, kunde, kundin,
        mieter, vermieter, betreuer, betreuerin, mitarbeiter, mitarbeiterin, unterschrift, gez, klient, klientin, notfallkontakt,
        kurzel, verfasser, anzeigeerstatter, anzeigeerstatterin, klager, klagerin, beklagter, beklagte, richter, richterin,
        patiente, assure, assuree, beneficiaire, demandeur, demandeuse, defendeur, medecin, medecin traitant, expediteur,
        destinataire, de, interlocuteur, conseiller, conseillere, conjoint, mere, pere, fils, fille, temoin, victime, plaignant,
        plaignante, salarie, salariee, locataire, redacteur, signataire, personne a prevenir, contact d urgence, cliente,
        paciente, asegurado, asegurada, solicitante, medico, medico responsable, medica, enfermera, enfermero, remitente,
        destinatario, para, contacto, contacto de emergencia, conyuge, madre, padre, hijo, hija, testigo, denunciante,
        denunciado, demandante, demandado, trabajador, trabajadora, empleado, empleada, firmado, fdo, familiar, remitido por, agente
    """,
    "user": """
        benutzer, benutzername, anmeldename, nutzername, utilisateur, identifiant, nom d utilisateur, usuario, nombre de usuario
    """,
    "birth": """
        geburtsdatum, geb, gebdat, geboren am, geb am, geb dat, date de naissance, ne le, nee le, naissance, ddn,
        fecha de nacimiento, f nacimiento, nacimiento, f nac, fec nac, fecha nac, nacido, nacida
    """,
    "date": """
        datum, aufnahme, entlassung, aufnahmedatum, entlassdatum, eintritt, gesendet, tatzeit, envoye, envoye le, date d entree, date de sortie,
        fecha, fecha de ingreso, fecha de ingreso, alta, enviado, fecha de estudio
    """,
    "code": """
        kundennummer, kundennr, kunden nr, vertragsnummer, vertragsnr, vertrags nr, aktenzeichen, az, fallnummer, fallnr, fall nr, patientennummer,
        patienten id, patientenid, patid, versichertennummer, versichertennr, versicherungsnummer, vers nr, steuer id, steuernummer, steueridnr,
        sozialversicherungsnummer, sv nr, svnr, sv nummer, ahv, ahv nr, kontonummer, konto nr, kontonr, rechnungsnummer, rechnungs nr, bestellnummer, auftragsnummer,
        vorgangsnummer, personalnummer, pers nr, personal nr, ausweisnummer, ausweisnr, ausweis nr, reisepass, reisepass nr, personalausweis, kennzeichen, seriennummer,
        seriennr, zahlernummer, mitgliedsnummer, mitgliedsnr, matrikelnummer, kennwort, passwort, unser zeichen, ihr zeichen, ticketnummer, mandatsreferenz, kassenzeichen,
        geschaftszeichen, gz, lanr, bsnr, azr,
        numero de dossier, n dossier, no dossier, dossier, ipp, nda, nir, numero de securite sociale, securite sociale, n secu, nss, numero client, n client, no client,
        numero de contrat, n contrat, reference dossier, nos references, vos references, matricule, immatriculation, rib, numero de compte, mot de passe, mdp, rpps, siret,
        siren, numero fiscal, num secu, passeport, n de commande, numero de commande, numero de serie, avs, niss,
        nhc, historia, historia clinica, n historia, numero de historia, dni, nie, nif, cif, nass, nuss, n ss, no ss, cip, cip sns, sip, curp, rfc, cuil, cuit, rut, cedula, pasaporte,
        expediente, expte, poliza, n poliza, numero de poliza, numero de cuenta, cuenta, matricula, bastidor, referencia, contrasena, clave, numero de cliente, n cliente,
        numero de socio, n colegiado, colegiado, ncol, num colegiado, ticket n, pedido, numero de pedido, folio, tarjeta sanitaria, localizador
    """,
    "phone": """
        telefon, telefonnummer, tel nr, handy, handynummer, mobil, mobilnummer, mobiltelefon, festnetz, telefax, ruckrufnummer, telefon privat, telephone portable, portable, tel portable,
        tel fixe, fixe, numero de telephone, telefono, tfno, tlf, tel fijo, movil, telefono movil, telefono fijo, celular, tel contacto
    """,
    "email": """
        email adresse, e mail adresse, mailadresse, courriel, adresse mail, adresse e mail, adresse email, adresse courriel, correo, correo electronico, mail de contact
    """,
    "address": """
        adresse, anschrift, wohnanschrift, wohnhaft, strasse, strase, str, strasse hausnummer, wohnadresse, postanschrift, lieferadresse, rechnungsadresse, adresse postale, domicile, adresse de livraison,
        direccion, domicilio, calle, direccion de envio, direccion postal
    """,
    "place": """
        ort, wohnort, geburtsort, plz, plz ort, stadt, ville, commune, code postal, lieu de naissance, cp, cp ville, ciudad, localidad, municipio, provincia, localidad provincia,
        lugar de nacimiento, codigo postal, poblacion
    """,
    "organization": """
        arbeitgeber, firma, klinik, krankenhaus, schule, employeur, entreprise, etablissement, ecole, societe, empresa, centro, centro de salud, centro de trabajo, colegio
    """,
    "occupation": """
        beruf, tatigkeit, dienstgrad, ausgeubter beruf, metier, fonction, emploi, poste occupe, profesion, ocupacion, puesto, oficio
    """,
    "age": """
        alter, edad, edad sexo
    """,
    "group": """
        staatsangehorigkeit, nationalitat, konfession, muttersprache, herkunft, nationalite, langue maternelle, nacionalidad, lengua materna, religion
    """,
}
"""What a field holds, and the words that announce it."""

OTHERS = frozenset(
    """betreff diagnose diagnosen befund befunde beurteilung anamnese therapie medikation procedere verlauf fragestellung technik
    bemerkung bemerkungen notiz anmerkung geschlecht gewicht grosse groesse uhrzeit zeit betrag summe preis menge anzahl artikel
    kasse krankenkasse station zimmer anlage anlagen grund thema anliegen beschreibung hinweis labor ekg nummer nr datei seite
    objet motif diagnostic diagnostics traitement conclusion resultats indication compte rendu antecedents allergies allergie
    sexe poids taille heure montant prix quantite remarque remarques commentaire piece pieces jointes sujet service chambre lit
    statut etat numero technique examen ordonnance evolution
    asunto motivo diagnostico diagnosticos tratamiento conclusion resultados hallazgos antecedentes alergias alergia sexo peso
    talla hora importe precio cantidad observaciones comentario comentarios adjuntos servicio habitacion cama estado numero tecnica
    exploracion evolucion analitica informe""".split()
)
"""Further words that labels are made of."""
