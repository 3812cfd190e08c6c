"""The words by which forms and records in German, French, Spanish and Russian announce what follows, without accents."""

PHRASES: dict[str, str] = {
    "name": """
        vorname, vornamen, nachname, familienname, geburtsname, zuname, name vorname, vor und nachname, name und vorname,
        vollstandiger name, kontoinhaber, kontoinhaberin, karteninhaber, inhaber, ansprechpartner, ansprechpartnerin,
        nom, prenom, prenoms, nom et prenom, nom prenom, nom de naissance, nom de famille, nom usage, nom d usage, nom complet,
        nom utilise, nomnaissance, titulaire, titulaire du compte,
        nombre, nombres, apellido, apellidos, nombre y apellidos, apellidos y nombre, apellidos y nombres, nombre completo,
        primer apellido, segundo apellido, titular, titular de la cuenta,
        фамилия, имя, отчество, фио, ф и о, ф и о полностью, фамилия имя отчество, имя и фамилия, фамилия и имя, фамилия имя, имя отчество,
        девичья фамилия, полное имя, владелец карты, держатель карты, владелец счета
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
        пациент, пациентка, больнои, больная, клиент, заявитель, заявительница, истец, истица, ответчик, ответчица, потерпевшии, потерпевшая,
        свидетель, подозреваемыи, обвиняемыи, подсудимыи, врач, лечащии врач, медсестра, хирург, ассистент, анестезиолог, сотрудник, работник,
        менеджер, оператор, исполнитель, отправитель, получатель, от кого, кому, контактное лицо, контакт, страхователь, застрахованныи, арендатор,
        арендодатель, заемщик, поручитель, муж, жена, супруг, супруга, мать, отец, сын, дочь, брат, сестра, законныи представитель, подпись, автор,
        судья, секретарь, следователь, адвокат, представитель, ученик, ученица, студент, студентка, учитель, классныи руководитель, родитель,
        покупатель, продавец, заказчик, подрядчик, плательщик, директор, заведующии, заведующии отделением, председатель, ответственныи,
        paciente, asegurado, asegurada, solicitante, medico, medico responsable, medica, enfermera, enfermero, remitente,
        destinatario, para, contacto, contacto de emergencia, conyuge, madre, padre, hijo, hija, testigo, denunciante,
        denunciado, demandante, demandado, trabajador, trabajadora, empleado, empleada, firmado, fdo, familiar, remitido por, agente
    """,
    "user": """
        логин, имя пользователя, пользователь, ник, никнеим, учетная запись,
        benutzer, benutzername, anmeldename, nutzername, utilisateur, identifiant, nom d utilisateur, usuario, nombre de usuario
    """,
    "birth": """
        дата рождения, д р, др, год рождения, родился, родилась, г р,
        geburtsdatum, geb, gebdat, geboren am, geb am, geb dat, date de naissance, ne le, nee le, naissance, ddn,
        fecha de nacimiento, f nacimiento, nacimiento, f nac, fec nac, fecha nac, nacido, nacida
    """,
    "date": """
        дата, дата выдачи, дата поступления, дата выписки, дата приема, дата обращения, дата исследования, дата смерти, поступил, поступила,
        выписан, выписана, отправлено, дата заключения, дата приема на работу, дата увольнения, дата регистрации,
        datum, aufnahme, entlassung, aufnahmedatum, entlassdatum, eintritt, gesendet, tatzeit, envoye, envoye le, date d entree, date de sortie,
        fecha, fecha de ingreso, fecha de ingreso, alta, enviado, fecha de estudio
    """,
    "code": """
        паспорт, серия и номер паспорта, серия номер, паспортные данные, инн, снилс, огрн, огрнип, кпп, бик, омс, полис, полис омс, номер полиса,
        полис дмс, номер карты, карта, счет, номер счета, расчетныи счет, р с, р сч, корр счет, лицевои счет, л с, номер договора, договор, договор no, номер заказа,
        заказ, номер дела, дело, уголовное дело, история болезни, номер истории болезни, и б, медкарта, амбулаторная карта, номер карты пациента,
        табельныи номер, таб номер, номер обращения, обращение, номер заявки, заявка, тикет, трек номер, код подразделения, удостоверение, номер удостоверения,
        водительское удостоверение, в у, госномер, гос номер, vin номер, стс, птс, уид, куп, кусп, пароль, код доступа, пин, пин код, свидетельство, серия, номер пропуска,
        пропуск, номер билета, номер брони, ip адрес, id клиента, id пациента, id пользователя, номер клиента, регистрационныи номер, рег номер, исх no, вх no, зачетная книжка,
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
        телефон, тел, тел моб, моб, моб тел, мобильныи, мобильныи телефон, сотовыи, сотовыи телефон, рабочии телефон, домашнии телефон, контактныи телефон,
        номер телефона, факс, телефон факс, доп, ватсап, телеграм, вотсап,
        telefon, telefonnummer, tel nr, handy, handynummer, mobil, mobilnummer, mobiltelefon, festnetz, telefax, ruckrufnummer, telefon privat, telephone portable, portable, tel portable,
        tel fixe, fixe, numero de telephone, telefono, tfno, tlf, tel fijo, movil, telefono movil, telefono fijo, celular, tel contacto
    """,
    "email": """
        почта, эл почта, электронная почта, e mail, адрес электроннои почты, имеил, мэил,
        email adresse, e mail adresse, mailadresse, courriel, adresse mail, adresse e mail, adresse email, adresse courriel, correo, correo electronico, mail de contact
    """,
    "address": """
        адрес, адрес проживания, адрес регистрации, домашнии адрес, место жительства, место проживания, место регистрации, зарегистрирован, зарегистрирована,
        зарегистрирован по адресу, проживает, проживает по адресу, прописка, прописан, прописана, почтовыи адрес, юридическии адрес, адрес доставки, фактическии адрес, улица,
        adresse, anschrift, wohnanschrift, wohnhaft, strasse, strase, str, strasse hausnummer, wohnadresse, postanschrift, lieferadresse, rechnungsadresse, adresse postale, domicile, adresse de livraison,
        direccion, domicilio, calle, direccion de envio, direccion postal
    """,
    "place": """
        город, населенныи пункт, место рождения, индекс, почтовыи индекс, регион, область, раион, уроженец, уроженка,
        ort, wohnort, geburtsort, plz, plz ort, stadt, ville, commune, code postal, lieu de naissance, cp, cp ville, ciudad, localidad, municipio, provincia, localidad provincia,
        lugar de nacimiento, codigo postal, poblacion
    """,
    "organization": """
        место работы, место учебы, работодатель, организация, компания, учреждение, больница, поликлиника, школа, вуз, кем выдан, орган выдавшии документ,
        arbeitgeber, firma, klinik, krankenhaus, schule, employeur, entreprise, etablissement, ecole, societe, empresa, centro, centro de salud, centro de trabajo, colegio
    """,
    "occupation": """
        профессия, должность, специальность, род занятии, звание,
        beruf, tatigkeit, dienstgrad, ausgeubter beruf, metier, fonction, emploi, poste occupe, profesion, ocupacion, puesto, oficio
    """,
    "age": """
        возраст, полных лет,
        alter, edad, edad sexo
    """,
    "group": """
        гражданство, национальность, вероисповедание, роднои язык,
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
    тема диагноз диагнозы жалобы анамнез осмотр объективно лечение рекомендации заключение результат результаты исследование анализ аллергия аллергии
    рост вес пол давление температура пульс назначения препарат препараты сумма цена количество артикул товар комментарии комментарий примечание
    отделение палата коика кабинет статус время номер страница вложение вложения описание причина цель основание вопрос ответ
    exploracion evolucion analitica informe""".split()
)
"""Further words that labels are made of."""
